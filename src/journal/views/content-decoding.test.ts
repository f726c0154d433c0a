import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createExchange } from '#test/support/recorded-exchange.ts';
import { createContentDecoder } from './content-decoding.ts';

const MEBIBYTE = 1024 * 1024;

function bodyOf(content: Uint8Array, keep = Number.POSITIVE_INFINITY) {
  return createExchange({ body: content, keep }).request.body;
}

function decode(content: Uint8Array, coding: string, keep?: number) {
  const decoded = createContentDecoder().decode(bodyOf(content, keep), [['Content-Encoding', coding]]);
  return decoded && Buffer.from(decoded).toString();
}

describe('content with a coding', () => {
  it('is decoded', () => {
    assert.equal(decode(gzipSync('hello'), 'GZIP, identity'), 'hello');
    assert.equal(decode(deflateRawSync('hello'), 'deflate'), 'hello');
    assert.equal(decode(zstdCompressSync(gzipSync('hello')), 'gzip,zstd'), 'hello');
    assert.equal(decode(Buffer.from('hello'), 'identity'), undefined);
    assert.equal(decode(brotliCompressSync(''), 'br'), '');
  });

  it('stays as it is if it is empty, invalid, incomplete or of an unknown coding', () => {
    const content = gzipSync('hello');
    for (const coding of ['gzip', 'deflate', 'br', 'zstd'])
      assert.equal(decode(Buffer.alloc(0), coding), undefined, coding);
    assert.equal(decode(Buffer.from('hello'), 'gzip'), undefined);
    assert.equal(decode(content.subarray(0, -4), 'gzip'), undefined);
    assert.equal(decode(content, 'gzip', 20), undefined);
    assert.equal(decode(content, 'compress'), undefined);
    assert.equal(decode(content, 'compress, gzip'), undefined);
    assert.equal(decode(content, 'gzip,'.repeat(2000)), undefined);
  });

  it('stays as it is if it is too large, alone or with others', () => {
    assert.equal(decode(gzipSync(Buffer.alloc(MEBIBYTE)), 'gzip')?.length, MEBIBYTE);
    for (const coding of ['gzip', 'gzip, gzip']) {
      const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE));
      assert.equal(decode(coding === 'gzip' ? bomb : gzipSync(bomb), coding), undefined);
    }
    const decoder = createContentDecoder();
    const body = bodyOf(gzipSync(Buffer.alloc(MEBIBYTE)));
    const decoded = Array.from({ length: 40 }, () => decoder.decode(body, [['Content-Encoding', 'gzip']]));
    assert.equal(decoded.filter((each) => each !== undefined).length, 32);
  });
});
