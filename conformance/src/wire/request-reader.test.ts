import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { RequestReader, valuesOf } from './request-reader.ts';

/** Reads the same bytes at once, and byte by byte. */
function read(text: string) {
  const bytes = Buffer.from(text, 'latin1');
  const [whole, split] = [new RequestReader(), new RequestReader()];
  whole.push(bytes, 0);
  for (const byte of bytes) split.push(Uint8Array.of(byte), 0);
  assert.deepEqual(split.requests, whole.requests);
  assert.equal(split.strayBytes, whole.strayBytes);
  return { requests: whole.requests, strayBytes: whole.strayBytes };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the requests of a connection', () => {
  it('have their content, by a length or by chunks, and follow each other', () => {
    const { requests, strayBytes } = read(
      'POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello' +
        'PUT /b HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n3;x=1\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\nGET /c HTTP/1.0\r\n\r\n',
    );
    assert.deepEqual(
      requests.map(({ method, target, framing, content, isComplete }) => [
        method,
        target,
        framing,
        content,
        isComplete,
      ]),
      [
        ['POST', '/a', 'length', { length: 5, sha256: sha256('hello') }, true],
        ['PUT', '/b', 'chunked', { length: 5, sha256: sha256('abcde') }, true],
        ['GET', '/c', 'none', { length: 0, sha256: sha256('') }, true],
      ],
    );
    assert.deepEqual(requests[1]?.trailers, [['X-T', '1']]);
    assert.equal(strayBytes, 0);
    assert.ok(requests.every(({ problems }) => problems.length === 0));
  });

  it('keep the case, order and repeats of their fields', () => {
    const [request] = read('GET / HTTP/1.1\r\nX-b: 1\r\nx-A: \t2 \r\nX-B: 3\r\n\r\n').requests;
    assert.deepEqual(request?.fields, [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-B', '3'],
    ]);
    assert.deepEqual(valuesOf(request?.fields ?? [], 'x-b'), ['1', '3']);
  });

  it('name what RFC 9112 forbids', () => {
    const problems = (text: string) => read(text).requests[0]?.problems;
    assert.deepEqual(
      problems('POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      ['Content-Length beside Transfer-Encoding'],
    );
    assert.deepEqual(problems('POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n'), [
      'the Content-Length 3, 4',
    ]);
    assert.deepEqual(problems('GET /a b HTTP/1.1\r\n\r\n'), ['an octet in the target that URIs do not have']);
    assert.deepEqual(problems('GET / HTTP/1.1\r\nX: a\0b\r\n\r\n'), ['NUL or a bare CR in the head']);
    assert.deepEqual(problems('GET /\r\n\r\n'), ['a malformed request line']);
    assert.deepEqual(problems('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'), [
      'the chunk size "xyz"',
    ]);
  });

  it('are incomplete until their last byte, and bytes behind a message without a determinable end are stray', () => {
    assert.equal(read('POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhell').requests[0]?.isComplete, false);
    assert.equal(read('POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nhello').strayBytes, 2);
    assert.equal(read('POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nhello').strayBytes, 5);
  });
});
