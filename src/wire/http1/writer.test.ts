import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { decode } from '#test/support/wire/http1/transcript.ts';
import {
  CHUNK_END,
  formatChunkHead,
  formatFields,
  formatHead,
  formatLastChunk,
  formatLines,
  InvalidHead,
} from './writer.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 300);

const TCHAR = "!#$%&'*+-.^_`|~0123456789ABCXYZabcxyz";
const token = fc.string({ unit: fc.constantFrom(...TCHAR), minLength: 1, maxLength: 12 });
/** One unit per byte, without outer white space, which parsers remove. */
const value = fc
  .array(
    fc.integer({ min: 0, max: 0xff }).filter((byte) => byte === 9 || (byte >= 0x20 && byte !== 0x7f)),
    { maxLength: 30 },
  )
  .map((bytes) => String.fromCharCode(...bytes).replace(/^[ \t]+|[ \t]+$/g, ''));
/** The fields that parsers act on are chosen by each test. */
const name = token.filter(
  (text) => !/^(?:content-length|transfer-encoding|connection|upgrade|expect|te|trailer|host)$/i.test(text),
);
const fields = fc.array(fc.tuple(name, value), { maxLength: 8 });
const target = fc
  .array(
    fc.integer({ min: 0x21, max: 0xff }).filter((byte) => byte !== 0x7f),
    { maxLength: 40 },
  )
  .map((bytes) => `/${String.fromCharCode(...bytes)}`);

/** All chunks of a content with the last one. */
function formatChunks(
  chunks: readonly Uint8Array[],
  trailers: readonly (readonly [string, string])[],
): string {
  const framed = chunks.map(
    (chunk) => formatChunkHead(chunk.length) + Buffer.from(chunk).toString('latin1') + CHUNK_END,
  );
  return framed.join('') + formatLastChunk(trailers);
}

test('lines are written as they are', () => {
  assert.equal(formatLines([['x-a', '\x7f\xe9']]), 'x-a: \x7f\xe9\r\n');
});

const chunkList = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 });

describe('the head of a response', () => {
  it('has the status, the reason and the fields as they are', () => {
    assert.equal(
      formatHead(200, 'OK', [
        ['x-A', 'b'],
        ['X-a', '\xe9 '],
        ['X-a', ''],
      ]),
      'HTTP/1.1 200 OK\r\nx-A: b\r\nX-a: \xe9 \r\nX-a: \r\n\r\n',
    );
    assert.equal(formatHead(999, '', []), 'HTTP/1.1 999 \r\n\r\n');
    assert.equal(formatHead(100, '', []), 'HTTP/1.1 100 \r\n\r\n');
  });

  it('is rejected with a sentence', () => {
    const rows: readonly (readonly [message: string, write: () => unknown])[] = [
      ['The status 99 is not a number from 100 to 999.', () => formatHead(99, '', [])],
      ['The reason phrase has a character that is not permitted.', () => formatHead(200, '\n', [])],
      ['The field name "a b" is not a token.', () => formatFields([['a b', '1']])],
      ['The value of the field A has a character that is not permitted.', () => formatFields([['A', '\0']])],
      [
        'The field Content-Length is not permitted in a trailer section.',
        () => formatLastChunk([['Content-Length', '1']]),
      ],
    ];
    for (const [message, write] of rows) assert.throws(write, { name: 'InvalidHead', message });
  });

  it('is rejected for what no head can have', () => {
    for (const status of [99, 1000, 200.5, Number.NaN, -200])
      assert.throws(() => formatHead(status, '', []), InvalidHead, String(status));
    for (const reason of ['a\r\nX: 1', '\n', '\0', '\u0141'])
      assert.throws(() => formatHead(200, reason, []), InvalidHead, JSON.stringify(reason));
    for (const invalid of ['', 'a b', 'a:', 'a\r\n', '\xe9', 'a\0'])
      assert.throws(() => formatHead(200, '', [[invalid, '1']]), InvalidHead, JSON.stringify(invalid));
    for (const invalid of ['a\r\nX: 1', 'a\n', '\r', '\0', '\x7f', '\u010d'])
      assert.throws(() => formatHead(200, '', [['A', invalid]]), InvalidHead, JSON.stringify(invalid));
  });
});

test('the size of a chunk is hexadecimal, and its extension follows as it is', () => {
  assert.equal(formatChunkHead(0), '0\r\n');
  assert.equal(formatChunkHead(26), '1a\r\n');
  assert.equal(formatChunkHead(65_535, ' ;a=b'), 'ffff ;a=b\r\n');
});

test('a trailer section has no field of the framing', () => {
  assert.equal(formatLastChunk(), '0\r\n\r\n');
  assert.equal(formatLastChunk([['X', '1']]), '0\r\nX: 1\r\n\r\n');
  for (const invalid of ['Content-Length', 'TRANSFER-ENCODING', 'a b'])
    assert.throws(() => formatLastChunk([[invalid, '1']]), InvalidHead);
});

test('the decoder reads the heads that are written', () => {
  fc.assert(
    fc.property(token, target, fields, (method, path, list) => {
      fc.pre(method !== 'CONNECT');
      const { heads, errors } = decode([`${method} ${path} HTTP/1.1\r\n${formatFields(list)}\r\n`]);
      assert.deepEqual(errors, []);
      assert.deepEqual([heads[0]?.method, heads[0]?.target, heads[0]?.fields], [method, path, list.flat()]);
    }),
    { numRuns: RUNS },
  );
});

test('the decoder reads the chunks and the trailers that are written', () => {
  fc.assert(
    fc.property(chunkList, fields, (chunks, trailers) => {
      const head = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
      const result = decode([head + formatChunks(chunks, trailers)]);
      assert.deepEqual(result.errors, []);
      assert.equal(result.contents[0], Buffer.concat(chunks).toString('latin1'));
      assert.deepEqual(result.trailers, [trailers.flat()]);
    }),
    { numRuns: RUNS },
  );
});

test('the client of node:http reads the responses that are written', async (t) => {
  let response = '';
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(response, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  const request = () =>
    new Promise<{ message: http.IncomingMessage; content: Buffer }>((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', agent: false, maxHeaderSize: 65_536 }, (message) => {
          const parts: Buffer[] = [];
          message.on('data', (part: Buffer) => parts.push(part));
          message.on('end', () => resolve({ message, content: Buffer.concat(parts) }));
          message.on('error', reject);
        })
        .on('error', reject);
    });
  await fc.assert(
    fc.asyncProperty(
      // Node's client treats 1xx as informational, and reads no content of 204 and 304.
      fc.integer({ min: 200, max: 999 }).filter((status) => status !== 204 && status !== 304),
      value,
      fields,
      chunkList,
      fields,
      async (status, reason, list, chunks, trailers) => {
        const head = formatHead(status, reason, [...list, ['Transfer-Encoding', 'chunked']]);
        response = head + formatChunks(chunks, trailers);
        const { message, content } = await request();
        assert.deepEqual([message.statusCode, message.statusMessage], [status, reason]);
        assert.deepEqual(message.rawHeaders, [...list.flat(), 'Transfer-Encoding', 'chunked']);
        assert.deepEqual(content, Buffer.concat(chunks));
        assert.deepEqual(message.rawTrailers, trailers.flat());
      },
    ),
    { numRuns: Math.min(RUNS, 100) },
  );
});
