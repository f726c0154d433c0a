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
      ['Transfer-Encoding beside Content-Length at byte 36'],
    );
    assert.deepEqual(problems('POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n'), [
      'Second Content-Length field at byte 36',
    ]);
    assert.deepEqual(problems('GET /a b HTTP/1.1\r\n\r\n'), ['"b" in the version at byte 7']);
    assert.deepEqual(problems('GET /\xe9 HTTP/1.1\r\n\r\n'), [
      'an octet in the target that URIs do not have',
    ]);
    assert.deepEqual(problems('GET / HTTP/1.1\r\nX: a\0b\r\n\r\n'), ['NUL in a field value at byte 20']);
    assert.deepEqual(problems('GET /\r\n\r\n'), ['No version at byte 5']);
    assert.deepEqual(problems('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'), [
      '"x" in a chunk size line at byte 47',
    ]);
  });

  it('have the lines of their heads also where these are wrong, and what follows is stray', () => {
    const { requests, strayBytes } = read(
      'POST /a b HTTP/1.1\nX-A B: 1\r\nContent-Length: 3\nnothing\r\n\nabcGET / HTTP/1.1\r\n\r\n',
    );
    assert.deepEqual(
      requests.map(({ method, target, version, fields, framing, isComplete, problems }) => [
        [method, target, version, framing, isComplete],
        fields,
        problems,
      ]),
      [
        [
          ['POST', '/a b', 'HTTP/1.1', 'length', false],
          [
            ['X-A B', '1'],
            ['Content-Length', '3'],
            ['nothing', ''],
          ],
          ['"b" in the version at byte 8'],
        ],
      ],
    );
    assert.equal(strayBytes, 21);
  });

  it('to a proxy can be CONNECT, behind which others follow', () => {
    const { requests, strayBytes } = read(
      'CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\nGET http://h/ HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n',
    );
    assert.deepEqual(
      requests.map(({ method, target, isComplete, problems }) => [method, target, isComplete, problems]),
      [
        ['CONNECT', 'h:443', true, []],
        ['GET', 'http://h/', true, []],
        ['GET', '/', true, []],
      ],
    );
    assert.equal(strayBytes, 0);
  });

  it('are incomplete until their last byte, and bytes behind a message without a determinable end are stray', () => {
    assert.equal(read('POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhell').requests[0]?.isComplete, false);
    assert.equal(read('POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nhello').strayBytes, 2);
    assert.equal(read('POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nhello').strayBytes, 5);
    assert.equal(read('GET / HTTP/1.1\r\n\r\n\0\0\0').strayBytes, 3);
    assert.equal(read('GET / HTTP/1.1\r\n\r\nGET / HTT').strayBytes, 9);
  });
});
