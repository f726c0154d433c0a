import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createKeyedDigest } from './keyed-digest.ts';

test('the digest is HMAC-SHA-256, as Node makes it', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (key, text) => {
        const wanted = createHmac('sha256', key).update(text).digest('latin1');
        assert.equal(createKeyedDigest(key)(text), wanted);
      },
    ),
  );
});

test('a key that would have to be hashed first is refused', () => {
  assert.throws(() => createKeyedDigest(new Uint8Array(65)), RangeError);
});
