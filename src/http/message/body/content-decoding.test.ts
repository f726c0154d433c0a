import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { codingsOf, decodeContent } from './content-decoding.ts';

const text = Buffer.from('content '.repeat(10));

test('each coding is removed, by any of its names', () => {
  for (const [coding, bytes] of [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    // Without the zlib format.
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ] as const)
    assert.deepEqual(decodeContent(bytes, [coding], 1000), text, coding);
});

test('the last coding is removed first, up to four of them', () => {
  const codings = ['gzip', 'deflate', 'br', 'gzip'];
  const bytes = gzipSync(brotliCompressSync(deflateSync(gzipSync(text))));
  assert.deepEqual(decodeContent(bytes, codings, 1000), text);
  assert.equal(decodeContent(gzipSync(bytes), [...codings, 'gzip'], 1000), undefined);
  assert.equal(decodeContent(text, [], 0), text);
});

test('content that cannot be decoded, or only to too many bytes, has no decoded form', () => {
  const bytes = gzipSync(text);
  assert.deepEqual(decodeContent(bytes, ['gzip'], text.length), text);
  assert.equal(decodeContent(bytes, ['gzip'], text.length - 1), undefined);
  for (const [coding, empty] of [
    ['gzip', gzipSync('')],
    ['deflate', deflateSync('')],
    ['br', brotliCompressSync('')],
    ['zstd', zstdCompressSync('')],
  ] as const)
    assert.equal(decodeContent(empty, [coding], 0), undefined, coding);
  assert.equal(decodeContent(bytes, ['br'], 1000), undefined);
  assert.equal(decodeContent(bytes, ['other'], 1000), undefined);
  assert.equal(decodeContent(bytes.subarray(0, -9), ['gzip'], 1000), undefined);
  assert.equal(decodeContent(bytes, ['gzip', 'br'], 1000), undefined);
});

test('the codings of a value are its names in lower case, without identity', () => {
  for (const [value, codings] of [
    [undefined, []],
    ['', []],
    ['GZIP', ['gzip']],
    [' br ,identity,, X-Gzip', ['br', 'x-gzip']],
    ['a,b,c,d,e,f', ['a', 'b', 'c', 'd', 'e']],
  ] as const)
    assert.deepEqual(codingsOf(value), codings, String(value));
});
