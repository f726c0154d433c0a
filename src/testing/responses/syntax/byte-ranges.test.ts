import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthOf, readByteRanges } from './byte-ranges.ts';

const of26 = (value: string, limit?: number) =>
  readByteRanges(value, 26, limit)?.map(({ first, last }) => `${first}-${last}`);

test('parses a range with both ends, one end, or a suffix length', () => {
  assert.deepEqual(of26('bytes=0-4'), ['0-4']);
  assert.deepEqual(of26(' bytes = 1 - 2 '), ['1-2']);
  assert.deepEqual(of26('bytes=5-'), ['5-25']);
  assert.deepEqual(of26('bytes=-5'), ['21-25']);
  assert.deepEqual(of26('bytes=-99999999999999999999'), ['0-25']);
});

test('a range that ends after the content is not satisfiable', () => {
  for (const value of ['bytes=0-26', 'bytes=26-', 'bytes=4-2', 'bytes=-0', 'bytes=99999999999999999999-']) {
    assert.deepEqual(of26(value), [], value);
  }
});

test('ignores a header without byte ranges', () => {
  for (const value of [
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'octets=1-2',
    'Bytes=1-2',
    'bytes=a-b',
    'bytes=1=2',
  ]) {
    assert.equal(of26(value), undefined, value);
  }
  assert.equal(readByteRanges(undefined, 26), undefined);
});

test('shortens several ranges to the content', () => {
  assert.deepEqual(of26('bytes=0-1, 24-30 ,-1'), ['0-1', '24-25', '25-25']);
  assert.deepEqual(of26('bytes=,0-0,,40-50'), ['0-0']);
  assert.deepEqual(of26('bytes=30-31,40-'), []);
});

test('ignores a header with one invalid range', () => {
  for (const value of ['bytes=0-1,5-4', 'bytes=0-1,x', 'bytes=0-1,-', 'bytes=,', 'bytes=40-30,0-1']) {
    assert.equal(of26(value), undefined, value);
  }
});

test('ignores a header above the limit of bytes or ranges', () => {
  assert.deepEqual(of26('bytes=0-25,0-25', 52), ['0-25', '0-25']);
  assert.equal(of26('bytes=0-25,0-25', 51), undefined);
  assert.equal(of26(`bytes=${'0-0,'.repeat(101)}`, 1000), undefined);
  assert.equal(of26(`bytes=${'0-0,'.repeat(100)}`, 1000)?.length, 100);
});

test('never exceeds the content', () => {
  const bound = fc.oneof(fc.nat(40).map(String), fc.constantFrom('', ' ', '99999999999999999999', 'x'));
  const spec = fc.tuple(bound, bound).map((ends) => ends.join('-'));
  const value = fc.oneof(
    fc.array(spec, { maxLength: 5 }).map((specs) => `bytes=${specs.join(',')}`),
    fc.string().map((text) => `bytes=${text}`),
    fc.string(),
  );
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 40 }), (text, length) => {
      const ranges = readByteRanges(text, length, 100) ?? [];
      for (const range of ranges) {
        assert.ok(range.first >= 0 && range.first <= range.last && range.last < length, text);
      }
      assert.ok(ranges.reduce((sum, range) => sum + lengthOf(range), 0) <= 100);
    }),
  );
});

test('parses formatted ranges', () => {
  const range = fc.tuple(fc.nat(999), fc.nat(999)).map((ends) => ends.sort((one, other) => one - other));
  fc.assert(
    fc.property(fc.array(range, { minLength: 2, maxLength: 8 }), (ranges) => {
      const value = `bytes=${ranges.map((ends) => ends.join('-')).join(',')}`;
      const read = readByteRanges(value, 1000, 10_000)?.map(({ first, last }) => [first, last]);
      assert.deepEqual(read, ranges);
    }),
  );
});
