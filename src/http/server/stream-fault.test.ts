import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { createManualRuntime, recordEndings } from '#test/support/faults/fault-observers.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { request } from '#test/support/wire/wire.ts';
import type { Exchange } from '../message/exchange.ts';
import { FaultyStream } from './stream-fault.ts';

/** The parts of a response that a client received, and how it ended. */
function observe(stream: ClientHttp2Stream): string[] {
  const seen: string[] = [];
  stream.on('response', ({ ':status': status, 'x-a': value }) => seen.push(`${status} ${value}`));
  stream.on('headers', ({ ':status': status }) => seen.push(`informational ${status}`));
  stream.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  stream.on('error', () => {}).on('end', () => seen.push('end'));
  stream.on('close', () => seen.push(`closed ${stream.rstCode}`));
  return seen;
}

/** The faulty streams of as many requests on one connection as there are names, and their client. */
async function openStreams(t: TestContext, names: readonly string[] = ['a']) {
  const exchanges: Exchange[] = [];
  const events: string[] = [];
  const held = endpoint({
    ...anything,
    path: '/held',
    methods: ['GET'],
    async handle({ exchange }) {
      exchange.recorder = recordEndings(events);
      exchanges.push(exchange);
      await once(exchange.nodeResponse, 'close');
    },
  });
  let session: ClientHttp2Session | undefined;
  // Before the server closes, which waits for the streams.
  t.after(() => session?.destroy());
  const { port } = await serveToy(
    t,
    [held],
    {},
    { h2c: true, headerTimeout: 60_000, requestTimeout: 60_000 },
  );
  session = connect(`http://127.0.0.1:${port}`);
  session.on('error', (error: NodeJS.ErrnoException) => events.push(`${error.code}`));
  session.on('goaway', (code, last) => events.push(`GOAWAY ${code} ${last}`));
  const clients = names.map(() => session.request({ ':path': '/held' }));
  const seen = clients.map(observe);
  await until(() => exchanges.length === names.length);
  const { runtime, timers, waits } = createManualRuntime();
  const streams = exchanges.map(
    (exchange) => new FaultyStream(exchange, exchange.server.connections, runtime),
  );
  const [stream] = streams;
  assert.ok(stream);
  return { session, clients, exchanges, streams, stream, seen, first: seen[0] ?? [], events, timers, waits };
}

describe('a stream with a fault', () => {
  it('is none on HTTP/1', async (t) => {
    const failing = endpoint({
      ...anything,
      path: '/held',
      methods: ['GET'],
      handle({ exchange }) {
        const { runtime } = createManualRuntime();
        assert.throws(() => new FaultyStream(exchange, exchange.server.connections, runtime), {
          message: 'The exchange has no stream',
        });
        assert.equal(exchange.hasResponse, false);
        exchange.empty(204);
      },
    });
    const { port } = await serveToy(t, [failing]);
    assert.equal((await request(port, { path: '/held' })).status, 204);
  });

  it('sends a head without content, and content as it is written', async (t) => {
    const { stream, exchanges, first, events } = await openStreams(t);
    assert.deepEqual([stream.isOpen, exchanges[0]?.hasResponse], [true, true]);
    stream.writeHeadOnly(204, [
      ['X-A', '1'],
      ['X-a', '2'],
    ]);
    assert.deepEqual(events, ['HTTP/2 204\r\nx-a: 1\r\nx-a: 2\r\n\r\n']);
    await until(() => first.length === 1);
    await stream.reset(2);
    await until(() => first.includes('closed 2'));
    assert.equal(first[0], '204 1, 2');
    assert.deepEqual(events.slice(1), ['server-rst']);
  });

  it('rejects an invalid field in a head', async (t) => {
    const { stream, events, first } = await openStreams(t);
    assert.throws(() => stream.writeHeadOnly(200, [['X-A', 'a\nb']]), { code: 'ERR_INVALID_CHAR' });
    assert.deepEqual([events, first], [[], []]);
  });

  it('ends a response that is complete', async (t) => {
    const { stream, first, events } = await openStreams(t);
    for (const bytes of ['abc', '', 'de']) await stream.write(Buffer.from(bytes));
    stream.end();
    await until(() => first.includes('closed 0'));
    assert.deepEqual([first.slice(1).join(''), events], ['abcdeendclosed 0', []]);
  });

  it('is reset with a code and a reason after its content', async (t) => {
    for (const [code, reason] of [
      [2, undefined],
      [8, 'timeout'],
    ] as const) {
      const { stream, first, events } = await openStreams(t);
      await stream.write(Buffer.from('abc'));
      await until(() => first.includes('abc'));
      await stream.reset(code, reason);
      await until(() => first.includes(`closed ${code}`));
      assert.deepEqual(events, [reason ?? 'server-rst']);
      assert.equal(stream.isOpen, false);
    }
  });

  it('does nothing after the client has reset it', async (t) => {
    const { clients, stream, exchanges, events } = await openStreams(t);
    const [exchange] = exchanges;
    assert.ok(exchange);
    const closed = once(exchange.nodeResponse, 'close');
    // The window of the client does not permit all of it.
    const writing = stream.write(Buffer.alloc(10_000_000));
    clients[0]?.close(8);
    await closed;
    await writing;
    assert.equal(stream.isOpen, false);
    stream.writeHeadOnly(200, []);
    await stream.write(Buffer.from('abc'));
    stream.end();
    await stream.reset(2);
    assert.deepEqual(events, []);
  });

  it('announces that no later stream is processed', async (t) => {
    const { session, stream, events } = await openStreams(t);
    stream.goAway();
    await until(() => events.length > 0);
    assert.equal(events[0], 'GOAWAY 0 1');
    session.destroy();
    await until(() => !stream.isOpen);
    assert.doesNotThrow(() => stream.goAway());
  });

  it('waits for the other streams of its connection', async (t) => {
    const { streams, stream } = await openStreams(t, ['a', 'b']);
    const ended: string[] = [];
    const aborting = new AbortController();
    void stream.untilOtherStreamsEnd(1, new AbortController().signal).then(() => ended.push('one'));
    const both = stream.untilOtherStreamsEnd(0, aborting.signal).then(() => ended.push('none'));
    await new Promise(setImmediate);
    assert.deepEqual(ended, []);
    await streams[1]?.reset(8);
    await until(() => ended.length > 0);
    assert.deepEqual(ended, ['one']);
    aborting.abort();
    await both;
  });

  it('waits until its session has sent its frames, for two seconds at most', async (t) => {
    for (const [what, sizes, waits, act] of [
      ['nothing to send', [0], 0, 'reset'],
      ['an unknown number', [undefined], 0, 'reset'],
      ['a reset', [1, 1, 1, 0], 3, 'reset'],
      ['the end of the connection', [1, 1, 1, 0], 3, 'close'],
      ['the reset of the connection', [1, 1, 1, 0], 3, 'resetConnection'],
      ['a client that does not read', [1], 1000, 'reset'],
    ] as const) {
      const opened = await openStreams(t);
      const { stream, events } = opened;
      const { session } = stream.stream;
      assert.ok(session);
      const left: (number | undefined)[] = [...sizes];
      const eventsBefore: number[] = [];
      Object.defineProperty(session, 'state', {
        get() {
          eventsBefore.push(events.length);
          return { outboundQueueSize: left.length > 1 ? left.shift() : left[0] };
        },
      });
      if (act === 'reset') await stream.reset(8);
      else if (act === 'close') await stream.closeConnection({ isRude: false });
      else await stream.resetConnection();
      assert.deepEqual(
        opened.waits.slice(0, waits + 1).filter((milliseconds) => milliseconds === 2),
        Array(waits).fill(2),
        what,
      );
      assert.ok(eventsBefore.every((count) => count === 0) && events.length > 0, what);
    }
  });

  it('leaves no listener after a write', async (t) => {
    const { stream } = await openStreams(t);
    const before = stream.stream.listenerCount('close');
    await stream.write(Buffer.from('abc'));
    assert.equal(stream.stream.listenerCount('close'), before);
  });

  it('closes its connection, for which the client has a limited time', async (t) => {
    for (const isRude of [false, true]) {
      const { session, stream, events, timers, waits } = await openStreams(t);
      const closed = once(session, 'close');
      await stream.closeConnection({ isRude });
      await closed;
      assert.equal(waits.at(-1), 50);
      assert.equal(events[0], 'server-fin');
      assert.deepEqual(
        timers.map(({ milliseconds }) => milliseconds),
        [2000],
      );
      await until(() => timers[0]?.isCancelled === true);
    }
  });

  it('resets its connection with all streams', async (t) => {
    const { session, stream, events, first } = await openStreams(t, ['a', 'b']);
    await stream.write(Buffer.from('abc'));
    await until(() => first.includes('abc'));
    await stream.resetConnection();
    await until(() => session.destroyed && events.length > 1);
    assert.deepEqual(events, ['server-rst', 'ECONNRESET']);
    await until(() => !stream.isOpen);
    await stream.resetConnection();
    await stream.closeConnection({ isRude: false });
    assert.equal(events.filter((event) => event === 'server-rst').length, 1);
  });
});
