import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { formatEntryLine } from '#cli/terminal/request-line.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { failureTitle } from './failure-title.ts';
import { toEntryView } from './json-view.ts';
import { toListView } from './list-view.ts';

/** What a client sends, and of its entry the kind, the code, a part of the title, and the status of the answer. */
type Case = readonly [sent: string, kind: string, code: string | null, title: string, status: number | null];

const POST = 'POST / HTTP/1.1\r\nHost: h\r\n';

/** The client ends its side after these bytes. */
const REJECTED: readonly Case[] = [
  ['', 'no-request', null, 'Connection without a request', null],
  ['hello\r\n\r\n', 'parser-error', 'syntax', 'End of line in the method at byte 5', 400],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'parser-error', 'version', 'uses HTTP/2', 505],
  ['\x16\x03\x01\x02', 'parser-error', 'syntax', 'to a port without TLS', 400],
  ['GET /a b HTTP/1.1\r\n\r\n', 'parser-error', 'syntax', '"b" in the version at byte 7', 400],
  ['GET /\x01 HTTP/1.1\r\n\r\n', 'parser-error', 'syntax', '0x01 in the target at byte 5', 400],
  ['GET / HTTP/9.9\r\n\r\n', 'parser-error', 'version', 'Version 9.9 at byte 6', 505],
  ['GET / HTTP/1.1\r\nA B: c\r\n\r\n', 'parser-error', 'syntax', 'Space in a field name at byte 17', 400],
  ['GET / HTTP/1.1\rHost\r\n', 'parser-error', 'syntax', 'CR without LF at byte 14', 400],
  [`${POST}Content-Length: x\r\n\r\n`, 'parser-error', 'framing', 'is not a number at byte 42', 400],
  [
    `${POST}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`,
    ...(['parser-error', 'framing', 'Second Content-Length field at byte 45', 400] as const),
  ],
  [
    `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
    ...(['parser-error', 'framing', 'Transfer-Encoding beside Content-Length at byte 45', 400] as const),
  ],
  [`GET / HTTP/1.1\r\nA: ${'a'.repeat(70_000)}`, 'parser-error', 'head-size', 'Head over 65536 bytes', 431],
  ['GET / HT', 'parser-error', 'incomplete', 'closed the connection within', 400],
  ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 'parser-error', 'syntax', 'Method CONNECT', 501],
];

/** The client waits for the end of the connection. */
const TIMED_OUT: readonly Case[] = [
  ['', 'no-request', 'timeout', 'Connection without a request', 408],
  ['GET / HT', 'parser-error', 'timeout', 'not complete in time', 408],
];

/** To a port with TLS. The last bytes are the start of a record of TLS. */
const WITHOUT_TLS: readonly Case[] = [
  ['', 'no-request', 'ECONNRESET', 'Connection without a request', null],
  ['GET / HTTP/1.1\r\n\r\n', 'tls-error', 'ERR_SSL_HTTP_REQUEST', 'a request without TLS', 400],
  ['CONNECT a:1 HTTP/1.1\r\n\r\n', 'tls-error', 'ERR_SSL_HTTP_REQUEST', 'a request without TLS', 400],
  ['hello hello hello', 'tls-error', 'ERR_SSL_HTTP_REQUEST', 'a request without TLS', 400],
  ['\x01hello hello hello', 'tls-error', 'ERR_SSL_WRONG_VERSION_NUMBER', 'not those of TLS', null],
  ['\x16\x03\x01\x02\x00\x01\x00', 'tls-error', 'ECONNRESET', 'closed the connection within', null],
];

const HANDSHAKES: readonly (readonly [options: ConnectionOptions, code: RegExp, title: string])[] = [
  [
    { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' },
    /UNSUPPORTED_PROTOCOL$/,
    'only versions',
  ],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ADH-AES128-GCM-SHA256:@SECLEVEL=0' }, /NO_SHARED_CIPHER$/, 'no cipher'],
  [{ ALPNProtocols: ['foo'] }, /NO_APPLICATION_PROTOCOL$/, 'no protocol of ALPN'],
];

/** Alerts that a client sends in place of its second flight (RFC 8446 §6.2). */
const ALERTS: readonly (readonly [number: number, title: string])[] = [
  [40, 'accepts none of the parameters'],
  [42, 'rejected the certificate'],
  [43, 'does not support the certificate'],
  [44, 'is revoked'],
  [45, 'has expired'],
  [46, 'rejected the certificate'],
  [48, 'does not trust the certificate'],
  [51, 'rejected a message'],
  [70, 'does not support the version'],
  [71, 'not secure enough'],
  [80, 'error of its own'],
  [90, 'cancelled'],
  [120, 'protocol of ALPN'],
];

describe('the title of a connection without a request', () => {
  it('says what was rejected, and the entry what the server answered', async (t) => {
    const server = await serve(t);
    for (const one of REJECTED) await check(server, one, true);
  });

  it('says that the time is over', async (t) => {
    const server = await serve(t, LIMITS);
    for (const one of TIMED_OUT) await check(server, one, false);
    const secure = await serve(t, { ...LIMITS, tls: true });
    const first = secure.journal?.lastId ?? 0;
    await handshake(secure.port, { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    const failure = await failureAfter(secure, first);
    assert.deepEqual([failure.kind, failure.code, failure.status], ['no-request', 'timeout', 408]);
  });

  it('says why a TLS handshake failed', async (t) => {
    const server = await serve(t, { tls: true });
    for (const one of WITHOUT_TLS) await check(server, one, true);
    for (const [options, code, title] of HANDSHAKES) {
      const first = server.journal?.lastId ?? 0;
      await handshake(server.port, options);
      const failure = await failureAfter(server, first);
      assert.match(failure.code ?? '', code);
      assert.deepEqual([failure.kind, failure.status], ['tls-error', null]);
      assert.ok(failureTitle(failure).includes(title), failureTitle(failure));
    }
  });

  it('says which alert the client sent', async (t) => {
    const server = await serve(t, { tls: true });
    for (const [number, title] of ALERTS) {
      const first = server.journal?.lastId ?? 0;
      await sendAlert(server.port, number);
      const failure = await failureAfter(server, first);
      assert.match(failure.code ?? '', /_ALERT_/);
      assert.ok(failureTitle(failure).includes(title), `${failure.code}: ${failureTitle(failure)}`);
    }
  });

  it('is general for an unknown code', () => {
    const message = null;
    assert.equal(failureTitle({ kind: 'parser-error', code: 'new', message }), 'The request was rejected');
    assert.equal(
      failureTitle({ kind: 'tls-error', code: 'ERR_SSL_NEW', message }),
      'The TLS handshake failed',
    );
    for (const prefix of ['SSLV3_', 'TLSV1_', 'SSL/TLS_', '']) {
      const code = `ERR_SSL_${prefix}ALERT_BAD_CERTIFICATE`;
      assert.equal(failureTitle({ kind: 'tls-error', code, message }), 'The client rejected the certificate');
    }
  });
});

const LIMITS = { timeLimits: { headerTimeout: 200, requestTimeout: 200 } };

/** Sends the bytes, and compares the entry, which has the same title in each view. */
async function check(server: TestServer, [sent, kind, code, title, status]: Case, ends: boolean) {
  const first = server.journal?.lastId ?? 0;
  await send(server.port, sent, ends);
  const failure = await failureAfter(server, first);
  assert.deepEqual([failure.kind, failure.code, failure.status], [kind, code, status], sent.slice(0, 40));
  const text = failureTitle(failure);
  assert.ok(text.includes(title), `${text}: ${title}`);
  const view = toEntryView(failure);
  assert.ok('title' in view && view.title === text);
  assert.equal(toListView(failure).target, text);
  assert.ok(formatEntryLine(view, (_, line) => line).includes(text));
}

async function failureAfter(server: TestServer, id: number) {
  const entries = await entriesWhen(server, (all) => all.some((entry) => entry.id > id));
  const entry = entries.find((one) => one.id > id);
  assert.ok(entry && entry.kind !== 'exchange');
  return entry;
}

/** Resolves when the connection is closed. */
function send(port: number, text: string, ends: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, 'latin1');
      if (ends) socket.end();
    });
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
  });
}

function handshake(port: number, options: ConnectionOptions): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ...options });
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
  });
}

/** Sends the first flight of a client of TLS 1.2, and after the response of the server a fatal alert. */
function sendAlert(port: number, number: number): Promise<void> {
  return new Promise((resolve) => {
    const tcp = connect(port, '127.0.0.1');
    tcp.on('error', () => {}).on('close', () => resolve());
    tcp.once('data', () => tcp.end(Buffer.of(ALERT, 3, 3, 0, 2, FATAL, number)));
    const below = new Duplex({ read() {}, write: (chunk, _, done) => void tcp.write(chunk, () => done()) });
    connectTls({ socket: below, maxVersion: 'TLSv1.2' }).on('error', () => {});
  });
}

const [ALERT, FATAL] = [21, 2];
