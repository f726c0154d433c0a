import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { openStore } from '../../storage/open.ts';
import { createOneTimePasswords } from './one-time-password.ts';

/** The secret of RFC 6238, appendix B, and the last six digits of its codes. */
const twoFactor = { method: 'app', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' } as const;
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
] as const;

async function setUp(t: TestContext, isReuseAllowed: boolean) {
  const runtime = createRuntime({ now: 0 });
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store, runtime }, { twoFactor });
  const codes = createOneTimePasswords({ runtime, store, isReuseAllowed });
  return { runtime, user, codes };
}

test('the codes match RFC 6238', async (t) => {
  const { runtime, user, codes } = await setUp(t, true);
  for (const [seconds, code] of vectors) {
    runtime.clock.freeze(seconds * 1000);
    assert.equal(await codes.check(user, code), true, code);
  }
});

test('a code is valid one step before and after its own, and no further', async (t) => {
  const { runtime, user, codes } = await setUp(t, true);
  const step = 1111111111 - (1111111111 % 30);
  for (const [seconds, isGood] of [
    [step - 31, false],
    [step - 30, true],
    [step + 59, true],
    [step + 60, false],
  ] as const) {
    runtime.clock.freeze(seconds * 1000);
    assert.equal(await codes.check(user, '050471'), isGood, String(seconds));
  }
});

test('text other than six digits is never valid', async (t) => {
  const { runtime, user, codes } = await setUp(t, true);
  runtime.clock.freeze(59_000);
  for (const code of ['', '28708', '0287082', '287 082', 'null', '２８７０８２'])
    assert.equal(await codes.check(user, code), false);
});

test('a code can be used again in its time window, unless reuse is disabled', async (t) => {
  const lenient = await setUp(t, true);
  lenient.runtime.clock.freeze(59_000);
  assert.equal(await lenient.codes.check(lenient.user, '287082'), true);
  assert.equal(await lenient.codes.check(lenient.user, '287082'), true);

  const strict = await setUp(t, false);
  strict.runtime.clock.freeze(59_000);
  assert.equal(await strict.codes.check(strict.user, '287082'), true);
  assert.equal(await strict.codes.check(strict.user, '287082'), false);
});

test('a user without a second factor has no code', async (t) => {
  const { runtime, user, codes } = await setUp(t, true);
  runtime.clock.freeze(59_000);
  assert.equal(await codes.check({ ...user, twoFactor: null }, '287082'), false);
});
