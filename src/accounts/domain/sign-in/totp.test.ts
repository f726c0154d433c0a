import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTotpCode, endOfStep, findStep } from './totp.ts';

// The secret of RFC 6238, appendix B: `12345678901234567890`.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('codes match RFC 6238 with six digits', async () => {
  assert.equal(await createTotpCode(SECRET, 59_000), '287082');
  assert.equal(await createTotpCode(SECRET, 1_111_111_109_000), '081804');
});

test('the step of a code is the current one, the previous or the next', async () => {
  const now = 1_111_111_109_000;
  const step = 37_037_036;
  for (const away of [-1, 0, 1])
    assert.equal(await findStep(SECRET, await createTotpCode(SECRET, now + away * 30_000), now), step + away);
  for (const away of [-2, 2])
    assert.equal(await findStep(SECRET, await createTotpCode(SECRET, now + away * 30_000), now), undefined);
});

test('a step ends when the app shows the next code', () => {
  assert.deepEqual([0, 29_999, 30_000, 59_999].map(endOfStep), [30_000, 30_000, 60_000, 60_000]);
});
