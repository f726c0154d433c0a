import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { entriesWhen } from './support/journal.ts';
import { type OriginalRequest, type RecordingServer, serveRecording } from './support/recorded-request.ts';
import { exchangeBytes } from './support/wire/wire.ts';

const PATHS = ['/bin/u/post', '/status/200', '/upload', '/absent'];

/** Error codes of RST_STREAM (RFC 9113 §7), and the end of the connection. */
const ENDS = [3, 8, 'connection'] as const;

describe('an upload over HTTP/2', () => {
  for (const tls of [false, true]) {
    const transport = tls ? 'over TLS' : 'without TLS';

    it(`is aborted if the client does not end it, ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      const cases = PATHS.flatMap((path) =>
        ENDS.flatMap((end) => [true, false].map((sized) => ({ path, end, sized }))),
      );
      for (const each of cases) {
        const lastId = server.journal?.lastId ?? 0;
        await cut(server, each);
        const { request, ms } = await server.exchangeAfter(lastId, ({ ended }) => ended !== null);
        assert.deepEqual(
          [request.aborted, request.body.length, ms.body],
          [true, 4, null],
          JSON.stringify(each),
        );
      }
      const { requests } = JSON.parse(
        (await server.call({ path: '/_sparring/requests?aborted=true' })).text(),
      );
      assert.equal(requests.length, cases.length);
    });

    it(`is aborted if the client does not end it before the response, which asks for no more, ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      const session = connect(server.url, server.ca === undefined ? {} : { ca: server.ca });
      t.after(() => session.destroy());
      const stream = session.request({ ':method': 'POST', ':path': '/status/200' });
      stream.write('abcd');
      await once(stream, 'response');
      stream.resume().end('ef');
      const { request, ended } = await server.exchangeAfter(0, (exchange) => exchange.ended !== null);
      assert.deepEqual([request.aborted, request.body.length, ended], [true, 4, 'answered']);
    });
  }
});

/** Sends four bytes of a body, and then resets the stream or destroys the connection. */
async function cut(
  server: RecordingServer,
  {
    path,
    end,
    sized,
  }: { readonly path: string; readonly end: (typeof ENDS)[number]; readonly sized: boolean },
): Promise<void> {
  const count = server.journal?.size ?? 0;
  const session = connect(server.url, server.ca === undefined ? {} : { ca: server.ca });
  const length = sized ? { 'content-length': '10' } : {};
  const stream = session.request({ ':method': 'POST', ':path': path, ...length });
  stream.on('error', () => {}).resume();
  stream.write('abcd');
  await entriesWhen(server, (all) => {
    const entry = all[count];
    return entry?.kind === 'exchange' && entry.request.body.length === 4;
  });
  if (end === 'connection') session.destroy();
  else {
    // Node's client would end the stream before it resets it.
    Object.assign(stream, { end: () => stream });
    stream.close(end, () => session.destroy());
  }
}

/** Status, reason and headers of the response with a fault. */
const HEADS: readonly (readonly [fault: string, status: number, reason: string, hasFields: boolean])[] = [
  ['status-line:empty', 0, '', true],
  ['status-line:lf', 200, 'OK', true],
  ['status-line:version', 200, 'OK', true],
  ['status-line:code', 0, '', true],
  ['status-line:low', 99, 'Low', true],
  ['status-line:high', 1000, 'High', true],
  ['status-line:no-reason', 200, '', true],
  ['status-line:no-space', 200, '', true],
  ['status-line:late', 200, 'OK', true],
  ['status-line:http09', 0, '', false],
  ['garbage', 0, '', false],
  ['garbage@headers', 200, 'OK', true],
  ['field:no-colon', 200, 'OK', true],
  ['field:fold', 200, 'OK', true],
  ['field:bare-cr', 200, 'OK', true],
];

const FAULT_FIELD: Readonly<Record<string, readonly string[]>> = {
  'field:no-colon': ['X-Fault', ''],
  'field:fold': ['X-Fault', '1 2'],
  'field:bare-cr': ['X-Fault', 'a\rb'],
};

describe('the head of a response with a fault', () => {
  it('is recorded as it was sent', async (t) => {
    const server = await serveRecording(t);
    for (const [fault, status, reason, hasFields] of HEADS) {
      const lastId = server.journal?.lastId ?? 0;
      const message = `GET /compose?body=hello&fault=${fault} HTTP/1.1\r\nHost: a\r\n\r\n`;
      await exchangeBytes(server.port, message).catch(() => []);
      const { response } = await server.exchangeAfter(lastId);
      assert.deepEqual([response?.status, response?.reason, response?.fault], [status, reason, fault]);
      const types = response?.headers.filter(([name]) => name === 'Content-Type') ?? [];
      assert.deepEqual(types, hasFields ? [['Content-Type', 'text/plain; charset=utf-8']] : [], fault);
      const field = response?.headers.find(([name]) => name === 'X-Fault');
      assert.deepEqual(field, FAULT_FIELD[fault], fault);
    }
  });
});

describe('a fault that is not applied', () => {
  it('is not recorded', async (t) => {
    const server = await serveRecording(t);
    const rule = JSON.stringify({ match: { path: '/get' }, fault: 'status-line:lf' });
    await server.call({ method: 'POST', path: '/_sparring/rules', body: rule, fields: JSON_TYPE });
    const originals: readonly (readonly [OriginalRequest, status: number])[] = [
      [{ name: 'a rejected expectation', message: EXPECTATION }, 417],
      [{ name: 'a body that is too large', message: EXPECTATION.replace('refuse', 'continue&max=1') }, 400],
      [{ name: 'a rule that does not fit', stream: { path: '/get' } }, 400],
    ];
    for (const [original, status] of originals) {
      const { response } = await server.record(original);
      assert.deepEqual([response?.status, response?.fault], [status, null], original.name);
    }
  });
});

const JSON_TYPE = [['Content-Type', 'application/json']] as const;

const EXPECTATION =
  'POST /compose?fault=reset&expect=refuse HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx';

describe('a WebSocket handshake', () => {
  const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const handshake = (fields: string, path = '/websocket/echo') =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${fields}\r\n`;

  it('that is rejected is recorded with its response', async (t) => {
    const server = await serveRecording(t);
    for (const message of [
      handshake(`${KEY}Sec-WebSocket-Version: 12\r\n`),
      handshake('Sec-WebSocket-Version: 13\r\n'),
      handshake(`${KEY}Sec-WebSocket-Version: 13\r\n`, '/websocket/echo?max_message_size=x'),
    ]) {
      const lastId = server.journal?.lastId ?? 0;
      const [answer] = await exchangeBytes(server.port, message);
      const { response, ms } = await server.exchangeAfter(lastId);
      assert.equal(answer?.status, 400);
      assert.deepEqual([response?.status, response?.reason], [400, answer.reason]);
      assert.deepEqual(response?.headers, answer.fields);
      assert.deepEqual(Buffer.from(response?.body.kept ?? []), answer.body);
      assert.notEqual(ms.firstByte, null);
    }
    const { requests } = JSON.parse((await server.call({ path: '/_sparring/requests?status=400' })).text());
    assert.equal(requests.length, 3);
  });

  it('with an invalid bin gets 400', async (t) => {
    const server = await serveRecording(t);
    const message = handshake(`${KEY}Sec-WebSocket-Version: 13\r\nSparring-Bin: not valid\r\n`);
    const [answer] = await exchangeBytes(server.port, message);
    assert.equal(answer?.status, 400);
    const { response, bin } = await server.exchangeAfter(0);
    assert.deepEqual([response?.status, bin], [400, null]);
  });
});

describe('a TLS connection that the client resets', () => {
  it('is one entry', async (t) => {
    const server = await serveRecording(t, { tls: true });
    for (let count = 1; count <= 8; count++) {
      const tcp = connectTcp(server.port, '127.0.0.1');
      const socket = connectTls({ socket: tcp, servername: 'localhost', minVersion: 'TLSv1.3' });
      // The certificate is not trusted.
      socket.on('error', () => tcp.resetAndDestroy());
      const entries = await entriesWhen(server, ({ length }) => length >= count);
      assert.deepEqual([entries.length, entries.at(-1)?.connection.tls?.sni], [count, 'localhost']);
    }
    await server.call({ path: '/get' });
    const entries = await entriesWhen(server, (all) => all.at(-1)?.kind === 'exchange');
    assert.equal(new Set(entries.map(({ connection }) => connection.id)).size, entries.length);
  });
});
