import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BodyRecorder } from './body-recorder.ts';
import { ByteBlocks } from './kept-bytes.ts';

/** The content in chunks, some of them as texts, one of them empty. */
const CHUNKS = ['añ', Buffer.from([0xff, 0, 0x41]), '', 'bcd', new Uint8Array([9, 8])] as const;
const CONTENT = Buffer.concat(CHUNKS.map((chunk) => Buffer.from(chunk)));

describe('a recorded body', () => {
  it('has the first bytes, the length and the digest of its content at each limit', () => {
    assert.equal(CONTENT.length, 11);
    for (let limit = 0; limit <= 12; limit++) {
      const body = new BodyRecorder(limit);
      const check = (length: number) => {
        assert.deepEqual([body.length, body.kept], [length, Math.min(length, limit)], `limit ${limit}`);
        assert.deepEqual(body.view(), {
          length,
          sha256: length === 0 ? null : hash('sha256', CONTENT.subarray(0, length)),
          kept: new Uint8Array(CONTENT.subarray(0, Math.min(length, limit))),
          truncated: length > limit,
        });
      };
      let length = 0;
      check(length);
      for (const chunk of CHUNKS) {
        body.add(chunk, Buffer.byteLength(chunk));
        length += Buffer.byteLength(chunk);
        check(length);
      }
      body.finish(new ByteBlocks());
      check(length);
    }
  });

  it('takes little more memory than its bytes, however small its chunks are', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const used = () => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const size = 65_536;
    const body = new BodyRecorder(size);
    const bytes = Buffer.alloc(size, 'x');
    const before = used();
    for (let index = 0; index < size; index++) body.add(bytes.subarray(index, index + 1), 1);
    const grown = used() - before;
    assert.ok(grown < 10 * size, `${grown}`);
    assert.equal(body.view().sha256, hash('sha256', bytes));
  });

  it('does not keep the buffer of a chunk', () => {
    const body = new BodyRecorder(100);
    const chunk = Buffer.from('abc');
    body.add(chunk, 3);
    body.finish(new ByteBlocks());
    chunk.fill(0);
    assert.equal(Buffer.from(body.view().kept).toString(), 'abc');
  });

  it('does not change a view that was made before its end', () => {
    const body = new BodyRecorder(3);
    body.add('ab', 2);
    const view = body.view();
    body.add('cd', 2);
    body.finish(new ByteBlocks());
    const kept = new Uint8Array(Buffer.from('ab'));
    assert.deepEqual(view, { length: 2, sha256: hash('sha256', 'ab'), kept, truncated: false });
  });

  it('copies its bytes once for each view that reads them', () => {
    const body = new BodyRecorder(3);
    body.add('abc', 3);
    body.finish(new ByteBlocks());
    const [one, other] = [body.view(), body.view()];
    assert.equal(one.kept, one.kept);
    assert.notEqual(one.kept, other.kept);
    assert.deepEqual({ ...one }, other);
  });
});
