import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import type { Runtime } from '#runtime.ts';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import type { Connection } from '../transport/connections/connection.ts';
import { endWhenIdle, type IdleEnding } from './end-when-idle.ts';

/** A server whose connections end after the response of `/ending`, and whose `/slow` responds when a test lets it. */
async function serveEnding(t: TestContext, ending: IdleEnding) {
  const { runtime, waits } = createManualRuntime();
  const sleeps: { milliseconds: number; end: () => void }[] = [];
  const events: string[] = [];
  const connections: (Connection | undefined)[] = [];
  const sleep: Runtime['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      sleeps.push({ milliseconds, end: resolve });
      signal?.addEventListener('abort', () => {
        events.push('aborted');
        reject(signal.reason);
      });
    });
  const slow = Promise.withResolvers<void>();
  const at = endpoint({
    ...anything,
    path: '/ending',
    methods: ['GET'],
    handle({ exchange }) {
      connections.push(exchange.connection);
      endWhenIdle(exchange, ending, { ...runtime, sleep });
      exchange.send(200, [], 'ended');
    },
  });
  const other = endpoint({
    ...anything,
    path: '/slow',
    methods: ['GET'],
    async handle({ exchange }) {
      connections.push(exchange.connection);
      await slow.promise;
      exchange.send(200, [], 'slow');
    },
  });
  const opened = await serveToy(t, [at, other], {}, { h2c: true });
  return { ...opened, waits, sleeps, events, connections, respond: slow.resolve };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

/** A client of HTTP/1 that has sent the bytes. */
function open(t: TestContext, port: number, bytes: string) {
  const client = openRawConnection(port);
  t.after(() => client.destroy());
  let text = '';
  client.socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  client.socket.write(bytes);
  return { client, text: () => text };
}

describe('the end of a connection after a response', () => {
  for (const isReset of [false, true])
    it(`${isReset ? 'resets' : 'closes'} it as soon as no other request is in progress`, async (t) => {
      const { port, connections, respond, sleeps } = await serveEnding(t, { delay: 0, isReset });
      const { client, text } = open(t, port, get('/ending') + get('/slow'));
      await until(() => text().endsWith('ended'));
      await new Promise(setImmediate);
      const [connection] = connections;
      assert.equal(connection?.isClosing, false);
      respond();
      assert.equal(await client.ended, isReset ? 'rst' : 'fin');
      assert.ok(text().endsWith('slow'));
      assert.deepEqual([connection?.isClosing, sleeps], [true, []]);
    });

  it('waits for the delay, in which the connection is used further', async (t) => {
    const { port, sleeps, connections } = await serveEnding(t, { delay: 300, isReset: false });
    const { client, text } = open(t, port, get('/ending'));
    await until(() => sleeps.length === 1);
    assert.equal(sleeps[0]?.milliseconds, 300);
    client.socket.write(get('/none'));
    await until(() => text().includes(' 404 '));
    assert.equal(connections[0]?.isClosing, false);
    sleeps[0]?.end();
    assert.equal(await client.ended, 'fin');
  });

  it('does not happen when the client has disconnected within another request', async (t) => {
    const { port, connections, respond } = await serveEnding(t, { delay: 0, isReset: false });
    const { client, text } = open(t, port, get('/ending') + get('/slow'));
    await until(() => text().endsWith('ended'));
    const [connection] = connections;
    assert.ok(connection);
    client.tcp.resetAndDestroy();
    await until(() => connection.isIdle);
    respond();
    await new Promise(setImmediate);
    assert.equal(connection.isClosing, false);
  });

  it('waits no longer when the client disconnects', async (t) => {
    const { port, sleeps, events, connections } = await serveEnding(t, { delay: 300, isReset: true });
    const { client } = open(t, port, get('/ending'));
    await until(() => sleeps.length === 1);
    client.tcp.resetAndDestroy();
    await until(() => events.length > 0);
    assert.deepEqual([events, connections[0]?.isClosing], [['aborted'], false]);
  });
});

describe('the end of a connection of HTTP/2 after a response', () => {
  /** A session with streams for the paths. */
  function openSession(t: TestContext, port: number, paths: readonly string[]) {
    const events: string[] = [];
    const session: ClientHttp2Session = connect(`http://127.0.0.1:${port}`);
    t.after(() => session.destroy());
    session.on('error', (error: NodeJS.ErrnoException) => events.push(`${error.code}`));
    session.once('goaway', (code) => events.push(`GOAWAY ${code}`));
    const streams = paths.map((path) => session.request({ ':path': path }).on('error', () => {}));
    for (const stream of streams) stream.resume();
    return { session, streams, events };
  }
  const end = (stream: ClientHttp2Stream | undefined) => stream && once(stream, 'end');

  for (const isReset of [false, true])
    it(`${isReset ? 'resets' : 'closes'} it when the streams have ended, which it announces`, async (t) => {
      const { port, respond } = await serveEnding(t, { delay: 0, isReset });
      const { session, streams, events } = openSession(t, port, ['/slow', '/ending']);
      const closed = new Promise((resolve) => session.once('close', resolve));
      await until(() => events.length > 0);
      assert.deepEqual([events, session.destroyed], [['GOAWAY 0'], false]);
      const complete = end(streams[0]);
      respond();
      await complete;
      await closed;
    });

  for (const isReset of [false, true])
    it(`${isReset ? 'resets' : 'closes'} it if the client does not`, async (t) => {
      const { port } = await serveEnding(t, { delay: 0, isReset });
      const { frames, end } = await frameTranscript(port, [{ stream: 1, path: '/ending' }], () => false);
      assert.deepEqual(
        [frames.filter((frame) => frame.startsWith('GOAWAY')), end],
        [['GOAWAY last=1 code=0'], isReset ? 'rst' : 'fin'],
      );
    });

  it('waits no longer when the client disconnects', async (t) => {
    const ending = await serveEnding(t, { delay: 300, isReset: true });
    const { session } = openSession(t, ending.port, ['/ending']);
    await until(() => ending.sleeps.length === 1);
    assert.equal(ending.sleeps[0]?.milliseconds, 300);
    session.destroy();
    await until(() => ending.events.length > 0);
    assert.deepEqual([ending.events, ending.waits], [['aborted'], []]);
  });
});
