import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameSecret } from './constant-time.ts';

test('a secret is the same as itself and as nothing else, whatever the lengths', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      assert.equal(isSameSecret(one, one), true);
      assert.equal(isSameSecret(one, other), one === other);
    }),
  );
  assert.equal(isSameSecret('', ''), true);
  assert.equal(isSameSecret('secret', 'secret '), false);
  assert.equal(isSameSecret('é', 'e\u0301'), false);
});
