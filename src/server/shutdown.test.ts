import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import type { ServerOptions } from './server.ts';

const PROTOCOLS = ['HTTP/1.1', 'HTTP/1.1 over TLS', 'HTTP/1.1 beside h2c'] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** A connection of HTTP/1.1, with the text that it has received. */
interface Line {
  readonly socket: Socket;
  text(): string;
  readonly closed: Promise<unknown>;
}

function start(t: TestContext, protocol: Protocol, options: Partial<ServerOptions> = {}) {
  return serve(t, { tls: protocol.includes('TLS'), h2c: protocol.includes('h2c'), ...options });
}

async function call(t: TestContext, server: TestServer, sent = ''): Promise<Line> {
  const { port, caPath } = server;
  const socket =
    caPath === undefined ? connect(port, '127.0.0.1') : connectTls({ port, ca: readFileSync(caPath) });
  t.after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await once(socket, caPath === undefined ? 'connect' : 'secureConnect');
  socket.write(sent);
  return { socket, text: () => text, closed };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: test\r\n\r\n`;

/** Closes the server. `closed` has the duration, and the reports of `onWaiting`, which `waiting` gets when they arrive. */
function beginClose(server: TestServer) {
  const begun = performance.now();
  const waiting: object[] = [];
  const closed = server
    .close((reported) => waiting.push(reported))
    .then(() => ({ milliseconds: performance.now() - begun, waiting }));
  return { closed, waiting };
}

const close = (server: TestServer) => beginClose(server).closed;

/** Resolves when the server has read all earlier data: it has answered later requests. */
async function roundTrip(t: TestContext, server: TestServer): Promise<void> {
  for (let times = 0; times < 3; times++) {
    const line = await call(t, server, get('/get'));
    await until(() => line.text().includes('\r\n\r\n'));
    line.socket.destroy();
    await line.closed;
  }
}

describe('closing immediately ends', () => {
  for (const protocol of PROTOCOLS) {
    it(`delays and slow streams of ${protocol}`, async (t) => {
      const server = await start(t, protocol);
      const delayed = ['/delay/9', '/drip?delay=9', '/sse?delay=9', '/compose?delay=9'];
      const streamed = [
        '/drip?duration=9&delay=0',
        '/sse?duration=9s',
        '/range/900?duration=9&chunk_size=100',
      ];
      const lines = await Promise.all([...delayed, ...streamed].map((path) => call(t, server, get(path))));
      const streams = lines.slice(delayed.length);
      await until(() => streams.every((line) => line.text().includes('\r\n\r\n')));
      await roundTrip(t, server);
      const { milliseconds, waiting } = await close(server);
      assert.ok(milliseconds < 2000, `${milliseconds} ms`);
      assert.deepEqual(waiting, []);
      await Promise.all(lines.map(({ closed }) => closed));
      for (const line of lines.slice(0, delayed.length)) {
        assert.match(line.text(), /^HTTP\/1\.1 503 .*\r\n[\s\S]*The server is closing/);
      }
      for (const line of streams) {
        assert.match(line.text(), /^HTTP\/1\.1 200 /);
        // The client can detect that the response is incomplete.
        assert.doesNotMatch(line.text(), /\r\n0\r\n\r\n$|HTTP\/1\.1 503/);
      }
    });

    it(`connections of ${protocol} without a request in progress`, async (t) => {
      const server = await start(t, protocol);
      const silent = await call(t, server);
      const half = await call(t, server, 'GET /get HTTP/1.1\r\nHos');
      const idle = await call(t, server, get('/get'));
      await until(() => idle.text().includes('"url"'));
      const { milliseconds, waiting } = await close(server);
      assert.ok(milliseconds < 2000, `${milliseconds} ms`);
      assert.deepEqual(waiting, []);
      await Promise.all([silent.closed, half.closed, idle.closed]);
    });
  }

  it('handshakes of TLS', async (t) => {
    const server = await start(t, 'HTTP/1.1 over TLS');
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    await roundTrip(t, server);
    assert.ok((await close(server)).milliseconds < 2000);
    await closed;
  });

  for (const options of [{ tls: true }, { h2c: true }]) {
    it(`delays, slow streams and idle sessions of HTTP/2 (${Object.keys(options)})`, async (t) => {
      const server = await serve(t, options);
      const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath);
      const session = connectHttp2(server.url, ca === undefined ? {} : { ca });
      const idle = connectHttp2(server.url, ca === undefined ? {} : { ca });
      for (const each of [session, idle]) each.on('error', () => {});
      t.after(() => session.destroy());
      t.after(() => idle.destroy());
      await Promise.all([once(session, 'connect'), once(idle, 'connect')]);
      const delayed = session.request({ ':path': '/delay/9' });
      const streamed = session.request({ ':path': '/drip?duration=9&delay=0' });
      const status = once(delayed, 'response').then(([headers]) => headers[':status']);
      const broken = new Promise((resolve) => streamed.on('close', () => resolve(streamed.rstCode)));
      streamed.on('error', () => {});
      streamed.resume();
      delayed.resume();
      await once(streamed, 'response');
      await roundTrip(t, server);
      const { milliseconds } = await close(server);
      assert.ok(milliseconds < 2000, `${milliseconds} ms`);
      assert.equal(await status, 503);
      assert.notEqual(await broken, 0);
    });
  }

  it('calls of the API that a fault delays, with an error in the format of the API', async (t) => {
    const server = await serve(t);
    addRule(server, { match: { path: '/api/v3/meta' }, delay: 9 });
    const line = await call(t, server, get('/api/v3/meta'));
    await roundTrip(t, server);
    assert.ok((await close(server)).milliseconds < 2000);
    await line.closed;
    assert.match(line.text(), /^HTTP\/1\.1 503 [\s\S]*\r\n\r\n\{"message":"The server is closing/);
  });

  it('a delay that begins while the server closes', async (t) => {
    const server = await serve(t);
    const line = await call(
      t,
      server,
      'POST /delay/9 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\n',
    );
    await roundTrip(t, server);
    const { closed, waiting } = beginClose(server);
    await until(() => waiting.length > 0);
    line.socket.write('abc');
    const { milliseconds } = await closed;
    assert.ok(milliseconds < 2000, `${milliseconds} ms`);
    await line.closed;
    assert.match(line.text(), /^HTTP\/1\.1 503 /);
  });
});

describe('closing waits for other requests in progress', () => {
  const post = 'POST /post HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\n\r\na';

  for (const protocol of PROTOCOLS) {
    it(`of ${protocol}, and reports their number and the maximum duration`, async (t) => {
      const server = await start(t, protocol);
      const lines = [await call(t, server, post), await call(t, server, post)];
      await roundTrip(t, server);
      const { closed, waiting } = beginClose(server);
      await until(() => waiting.length > 0);
      for (const line of lines) line.socket.write('bc');
      const { milliseconds } = await closed;
      assert.ok(milliseconds < 3000, `${milliseconds} ms`);
      assert.deepEqual(waiting, [{ requests: 2, milliseconds: 11_000 }]);
      await Promise.all(lines.map(({ closed }) => closed));
      for (const line of lines) {
        assert.match(line.text(), /^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*"data": "abc"/);
      }
    });

    it(`of ${protocol} whose response is incomplete`, async (t) => {
      const size = 32 * 1024 * 1024;
      const server = await start(t, protocol, { maxGeneratedSize: size });
      const line = await call(t, server);
      line.socket.pause();
      line.socket.write(get(`/bytes/${size}`));
      await until(() => server.journal?.entries().length === 1);
      const { closed, waiting } = beginClose(server);
      await until(() => waiting.length > 0);
      line.socket.resume();
      const { milliseconds } = await closed;
      assert.deepEqual(waiting, [{ requests: 1, milliseconds: 11_000 }]);
      assert.ok(milliseconds < 4000, `${milliseconds} ms`);
      await line.closed;
      assert.ok(line.text().length > size);
    });

    it(`of ${protocol}, at most for the maximum duration`, async (t) => {
      const server = await start(t, protocol, { maxDuration: 200 });
      const line = await call(t, server, post);
      await roundTrip(t, server);
      const { milliseconds, waiting } = await close(server);
      assert.ok(milliseconds > 1000 && milliseconds < 4000, `${milliseconds} ms`);
      assert.deepEqual(waiting, [{ requests: 1, milliseconds: 1200 }]);
      await line.closed;
      assert.equal(line.text(), '');
    });
  }

  it('of HTTP/2', async (t) => {
    const server = await serve(t, { tls: true });
    const session = connectHttp2(server.url, { ca: readFileSync(server.caPath ?? '') });
    t.after(() => session.destroy());
    const stream = session.request({ ':path': '/post', ':method': 'POST' }, { endStream: false });
    stream.write('a');
    const status = once(stream, 'response').then(([headers]) => headers[':status']);
    stream.resume();
    await once(session, 'connect');
    await roundTrip(t, server);
    const { closed, waiting } = beginClose(server);
    await until(() => waiting.length > 0);
    stream.end('bc');
    await closed;
    assert.deepEqual(waiting, [{ requests: 1, milliseconds: 11_000 }]);
    assert.equal(await status, 200);
  });

  it('of the accounts port', async (t) => {
    const server = await serve(t, { accountsPort: 0 });
    const line = await call(t, server, post);
    const other = connect(server.accountsPort, '127.0.0.1');
    t.after(() => other.destroy());
    await once(other, 'connect');
    other.write(
      'POST /api/v3/admin/users HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: t\r\nContent-Length: 2\r\n\r\n',
    );
    await roundTrip(t, server);
    await roundTrip(t, { ...server, port: server.accountsPort });
    const { closed, waiting } = beginClose(server);
    await until(() => waiting.length > 0);
    line.socket.write('bc');
    other.write('{}');
    await closed;
    assert.equal(waiting.length, 1);
  });
});
