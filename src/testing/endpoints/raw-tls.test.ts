import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { type TestContext, test } from 'node:test';
import { type ConnectionOptions, connect } from 'node:tls';
import type { Static } from 'typebox';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { RawView } from '../request/raw.ts';

type View = Static<typeof RawView>;

async function serveTls(t: TestContext) {
  const server = await serve(t, { tls: true });
  assert.ok(server.caPath);
  return { ...server, ca: readFileSync(server.caPath, 'utf8') };
}

/** One request over HTTP/1.1, and the session that a later connection may resume. */
async function askTls(
  port: number,
  options: ConnectionOptions,
): Promise<{ view: View; session: Buffer | undefined }> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  let session: Buffer | undefined;
  socket.on('session', (ticket: Buffer) => {
    session = ticket;
  });
  socket.write('GET /raw HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  let response = '';
  for await (const chunk of socket) response += chunk;
  return { view: JSON.parse(response.split('\r\n\r\n')[1] ?? ''), session };
}

test('returns the TLS parameters, and whether the session was resumed', async (t) => {
  const { port, ca } = await serveTls(t);
  const first = await askTls(port, { ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] });
  assert.deepEqual(first.view.tls, {
    protocol: 'TLSv1.3',
    cipher: first.view.tls?.cipher,
    alpn: 'http/1.1',
    server_name: 'localhost',
    session_reused: false,
    client_certificate: null,
  });
  assert.match(first.view.tls?.cipher ?? '', /^TLS_/);
  assert.equal(first.view.connection.reused, false);
  const again = await askTls(port, {
    ca,
    servername: 'localhost',
    ...(first.session ? { session: first.session } : {}),
  });
  assert.deepEqual([again.view.tls?.session_reused, again.view.tls?.alpn], [true, null]);
});

test('returns stream, pseudo-headers and unmodified names of HTTP/2', async (t) => {
  const { url, ca } = await serveTls(t);
  const fields = [
    ['X-A', '1'],
    ['X-A', '2'],
  ] as const;
  const response = await requestHttp2(url, { method: 'PUT', path: '/raw?x', fields, body: 'hello' }, { ca });
  const view: View = JSON.parse(String(response.body));
  assert.deepEqual([view.method, view.target, view.version, view.framing], ['PUT', '/raw?x', '2', 'frames']);
  assert.equal(view.body.text, 'hello');
  assert.deepEqual(
    view.fields.filter(([name]) => name === 'x-a'),
    [
      ['x-a', '1'],
      ['x-a', '2'],
    ],
  );
  assert.equal(view.http2?.stream, 1);
  assert.deepEqual(Object.fromEntries(view.http2?.pseudo_fields ?? []), {
    ':method': 'PUT',
    ':path': '/raw?x',
    ':scheme': 'https',
    ':authority': new URL(url).host,
  });
  assert.deepEqual([view.tls?.alpn, view.connection.reused], ['h2', false]);
});

test('returns trailers, a declared length, and the second stream of HTTP/2', async (t) => {
  const { url, ca } = await serveTls(t);
  const session = connectHttp2(url, { ca });
  t.after(() => session.close());
  const ask = async (headers: object, options: object, body?: string): Promise<View> => {
    const stream = session.request({ ':path': '/raw', ...headers }, options);
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '1' }));
    if (body !== undefined) stream.end(body);
    let text = '';
    for await (const chunk of stream) text += chunk;
    return JSON.parse(text);
  };
  const first = await ask({ ':method': 'POST', 'content-length': '2' }, { waitForTrailers: true }, 'ab');
  assert.deepEqual([first.framing, first.trailers], ['content-length', [['x-sum', '1']]]);
  const second = await ask({ ':method': 'GET' }, { endStream: true });
  assert.deepEqual([second.framing, second.http2?.stream, second.connection.reused], ['none', 3, true]);
});

test('returns the frames, the priority and the settings of HTTP/2', async (t) => {
  const { url, ca } = await serveTls(t);
  const session = connectHttp2(url, { ca, settings: { initialWindowSize: 70_000, enablePush: false } });
  t.after(() => session.close());
  const stream = session.request({ ':path': '/raw', ':method': 'POST', priority: 'u=1, i' });
  stream.write('a'.repeat(100));
  await once(session, 'localSettings');
  stream.end('bc');
  let text = '';
  for await (const chunk of stream) text += chunk;
  const { body, http2, framing }: View = JSON.parse(text);
  assert.deepEqual([body.length, body.chunks, framing], [102, { count: 2, sizes: [100, 2] }, 'frames']);
  assert.deepEqual([http2?.priority, http2?.priority_update], ['u=1, i', null]);
  const settings = new Map(http2?.settings);
  assert.deepEqual([settings.get('INITIAL_WINDOW_SIZE'), settings.get('ENABLE_PUSH')], [70_000, 0]);
});

test('adds Host to the message of an HTTP/2 request', async (t) => {
  const { url, ca } = await serveTls(t);
  const response = await requestHttp2(url, { path: '/raw?format=http', fields: [['x-a', '1']] }, { ca });
  assert.equal(
    String(response.body),
    `GET /raw?format=http HTTP/2\r\nhost: ${new URL(url).host}\r\nx-a: 1\r\n\r\n`,
  );
});
