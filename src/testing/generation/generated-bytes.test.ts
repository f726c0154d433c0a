import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSeedNumber } from './generated-bytes.ts';

test('a seed is an integer of any size in the syntax of Python', () => {
  assert.equal(parseSeedNumber(' +1_000 '), 1000n);
  assert.equal(parseSeedNumber('-007'), -7n);
  assert.equal(parseSeedNumber('12345678901234567890123'), 12345678901234567890123n);
  assert.equal(parseSeedNumber('9'.repeat(4300)), 10n ** 4300n - 1n);
});

test('rejects text that is not an integer, and too many digits', () => {
  for (const text of ['', ' ', '1.0', '1e3', '0x10', '_1', '1_', '1__0', '+-1', '1 0', '9'.repeat(4301)]) {
    assert.throws(() => parseSeedNumber(text), /^HttpError: seed: must be a whole number$/, text);
  }
});

test('parses every integer', () => {
  fc.assert(fc.property(fc.bigInt(), (seed) => assert.equal(parseSeedNumber(String(seed)), seed)));
});
