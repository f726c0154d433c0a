import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { firstExchange } from '#test/support/journal.ts';
import { serveRecording } from '#test/support/recorded-request.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { formatHttpMessage } from '../export/http-message.ts';

const HEAD =
  'POST /post?a=%7e HTTP/1.1\r\nhOsT:h\r\nX-Outer: \t a\tb \xa0 \t\r\nEmpty:\r\nConnection:  close \r\n';

const CHUNKED =
  'Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nab\r\n0a\r\n0123456789\r\n0;last\r\nX-Sum: 1\r\n\r\n';

async function record(t: TestContext, message: string, options: Partial<ServerOptions> = {}) {
  const server = await serve(t, options);
  await exchangeBytes(server.port, message);
  return firstExchange(server);
}

describe('the head of a recorded request', () => {
  it('has the bytes that were received, and its fields are without outer white space', async (t) => {
    const { request } = await record(t, `${HEAD}Content-Length: 2\r\n\r\nab`);
    assert.equal(request.rawHead, `${HEAD}Content-Length: 2\r\n\r\n`);
    assert.deepEqual(request.headers, [
      ['hOsT', 'h'],
      ['X-Outer', 'a\tb \xa0'],
      ['Empty', ''],
      ['Connection', 'close'],
      ['Content-Length', '2'],
    ]);
    assert.equal('pseudoFields' in request, false);
  });

  it('has no empty lines before it, and is a head without fields', async (t) => {
    const { request } = await record(t, '\r\n\r\nGET /get HTTP/1.0\r\n\r\n');
    assert.deepEqual([request.rawHead, request.headers], ['GET /get HTTP/1.0\r\n\r\n', []]);
  });

  it('has the pseudo-fields of HTTP/2 in their order', async (t) => {
    const { record } = await serveRecording(t);
    const { request } = await record({
      name: 'a stream',
      stream: { method: 'PUT', path: '/put', fields: { 'x-a': '1' }, body: 'abc' },
    });
    assert.equal('rawHead' in request, false);
    const names = request.pseudoFields?.map(([name]) => name).toSorted();
    assert.deepEqual(names, [':authority', ':method', ':path', ':scheme']);
    assert.deepEqual(request.chunks, { count: 1, sizes: [3], extensions: [] });
  });

  it('has neither when values are not kept', async (t) => {
    const { request } = await record(t, `${HEAD}Content-Length: 0\r\n\r\n`, { journalRedact: ['x-secret'] });
    assert.equal('rawHead' in request, false);
    assert.deepEqual(request.headers[1], ['X-Outer', 'a\tb \xa0']);
    const cookie = `GET /get HTTP/1.1\r\nHost: h\r\nCookie: sparring_session=${'a'.repeat(40)}\r\n\r\n`;
    assert.equal('rawHead' in (await record(t, cookie)).request, false);
  });
});

describe('the chunks of a recorded request', () => {
  it('have their sizes and extensions, so that the message can be sent again byte for byte', async (t) => {
    const exchange = await record(t, HEAD + CHUNKED);
    assert.deepEqual(exchange.request.chunks, {
      count: 2,
      sizes: [2, 10],
      extensions: [
        { chunk: 0, text: ';a=b' },
        { chunk: 2, text: ';last' },
      ],
    });
    const sent = formatHttpMessage(exchange).toString('latin1');
    // A size has other zeros and another case.
    assert.equal(sent, (HEAD + CHUNKED).replace('0a\r\n', 'a\r\n'));
  });

  it('have the sizes of the first 1,000', async (t) => {
    const message = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1500)}0\r\n\r\n`;
    const exchange = await record(t, message);
    const { count, sizes } = exchange.request.chunks ?? {};
    assert.deepEqual([count, sizes?.length], [1500, 1000]);
    const [, content] = formatHttpMessage(exchange).toString('latin1').split('\r\n\r\n', 2);
    assert.equal(content, `5dc\r\n${'x'.repeat(1500)}\r\n0`);
  });

  it('are absent for a declared length', async (t) => {
    const { request } = await record(t, `${HEAD}Content-Length: 2\r\n\r\nab`);
    assert.equal('chunks' in request, false);
  });
});
