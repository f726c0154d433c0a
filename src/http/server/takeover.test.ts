import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createManualRuntime, recordEndings } from '#test/support/faults/fault-observers.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import type { Exchange } from '../message/exchange.ts';
import { createIdentity, type IssuedIdentity } from './certificate.ts';
import { type HijackedConnection, hijack } from './takeover.ts';

const GET = 'GET /taken HTTP/1.1\r\nHost: h\r\n\r\n';

/** A server whose endpoint passes its exchange to the test, and a client of it. */
async function openExchange(t: TestContext, bytes = GET, tls?: IssuedIdentity) {
  const received = Promise.withResolvers<Exchange>();
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const taken = endpoint({
    ...anything,
    path: '/taken',
    methods: ['GET', 'POST'],
    async handle({ exchange }) {
      exchange.recorder = recordEndings(events);
      exchange.nodeResponse.once('close', () => events.push('closed'));
      received.resolve(exchange);
      await once(exchange.nodeResponse, 'close');
    },
  });
  const slow = endpoint({
    ...anything,
    path: '/slow',
    methods: ['GET'],
    async handle({ exchange }) {
      await first.promise;
      exchange.send(200, [], 'first');
    },
  });
  const { port } = await serveToy(t, [taken, slow], {}, { tls });
  const client = openRawConnection(port, { ca: tls?.ca });
  t.after(() => client.destroy());
  let text = '';
  client.socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  client.socket.write(bytes);
  const exchange = await received.promise;
  return { exchange, client, events, sendFirst: first.resolve, text: () => text, ...createManualRuntime() };
}

/** Serves as above, with the connection of the exchange. */
async function openTaken(t: TestContext, bytes?: string, tls?: IssuedIdentity) {
  const opened = await openExchange(t, bytes, tls);
  const taken = await hijack(opened.exchange, opened.runtime);
  assert.ok(taken);
  return { ...opened, taken };
}

const isCancelled = (timer: { isCancelled: boolean } | undefined) => timer?.isCancelled === true;

describe('a connection that an exchange takes over', () => {
  it('has the bytes of the exchange only, and gets no response of another', async (t) => {
    const { exchange, taken, client, text } = await openTaken(t);
    const { connection } = exchange;
    client.socket.write(GET);
    assert.deepEqual([exchange.hasResponse, connection?.isClosing, taken.isOpen], [true, true, true]);
    for (const bytes of ['abc', '', 'de']) await taken.write(Buffer.from(bytes));
    await taken.end();
    assert.equal(exchange.request.socket.writableFinished, true);
    assert.deepEqual([await client.ended, text(), taken.isOpen], ['fin', 'abcde', false]);
    await taken.write(Buffer.from('late'));
    assert.equal(connection?.info.requestCount, 1);
  });

  it('is taken when the earlier responses are complete', async (t) => {
    const opened = await openExchange(t, GET.replace('taken', 'slow') + GET);
    let isTaken = false;
    const taking = hijack(opened.exchange, opened.runtime).then((taken) => {
      isTaken = true;
      return taken;
    });
    await opened.runtime.nextIteration();
    assert.equal(isTaken, false);
    opened.sendFirst();
    const taken = await taking;
    await taken?.write(Buffer.from('second'));
    await taken?.end();
    await opened.client.ended;
    assert.match(opened.text(), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nfirstsecond$/s);
  });

  it('is not taken after the client has disconnected', async (t) => {
    for (const bytes of [GET, GET.replace('taken', 'slow') + GET]) {
      const { exchange, client, runtime, events } = await openExchange(t, bytes);
      const closed = once(exchange.nodeResponse, 'close');
      const taking = bytes === GET ? undefined : hijack(exchange, runtime);
      client.tcp.resetAndDestroy();
      await closed;
      assert.equal(await (taking ?? hijack(exchange, runtime)), undefined, bytes);
      assert.deepEqual(events, ['closed']);
    }
  });

  it('is none on HTTP/2', async (t) => {
    const failing = endpoint({
      ...anything,
      path: '/taken',
      methods: ['GET'],
      async handle({ exchange }) {
        await assert.rejects(hijack(exchange, createManualRuntime().runtime), {
          message: 'A stream of HTTP/2 has no connection of its own',
        });
        exchange.empty(204);
      },
    });
    const { port } = await serveToy(t, [failing], {}, { h2c: true });
    assert.equal((await requestHttp2(`http://127.0.0.1:${port}`, { path: '/taken' })).status, 204);
  });

  it('ends with a reason, which is recorded once, and lingers until the client ends it too', async (t) => {
    for (const [end, reason, milliseconds] of [
      [(taken: HijackedConnection) => taken.end(), 'server-fin', 2000],
      [(taken: HijackedConnection) => taken.end('timeout', 7), 'timeout', 7],
      [(taken: HijackedConnection) => taken.endTcp(), 'server-fin', 2000],
    ] as const) {
      const { exchange, taken, client, events, timers } = await openTaken(t);
      await end(taken);
      assert.equal(exchange.nodeResponse.destroyed, true);
      assert.deepEqual(events, [reason, 'closed']);
      assert.deepEqual(
        timers.map((timer) => timer.milliseconds),
        [milliseconds],
      );
      assert.equal(await client.ended, 'fin');
      assert.equal(isCancelled(timers[0]), false);
      client.socket.end();
      await until(() => isCancelled(timers[0]));
      await taken.end();
      assert.deepEqual([events, timers.length], [[reason, 'closed'], 1]);
    }
  });

  it('ends over TLS with its alert, without it, or with a reset', async (t) => {
    const identity = await createIdentity(['localhost'], createRuntime());
    for (const [end, seen, reason, limits] of [
      [(taken: HijackedConnection) => taken.end(), 'fin', 'server-fin', [2000]],
      [(taken: HijackedConnection) => taken.endTcp(), 'rude', 'server-fin', [2000]],
      [(taken: HijackedConnection) => taken.reset(), 'rst', 'server-rst', []],
    ] as const) {
      const { taken, client, events, timers, text } = await openTaken(t, GET, identity);
      await taken.write(Buffer.from('abc'));
      await end(taken);
      assert.deepEqual([await client.ended, text()], [seen, 'abc']);
      assert.deepEqual(
        [events, timers.map(({ milliseconds }) => milliseconds)],
        [[reason, 'closed'], limits],
      );
    }
  });

  it('reads what the client still sends, for a limited time', async (t) => {
    const body = 'POST /taken HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n';
    const { exchange, taken, client, timers, text } = await openTaken(t, body);
    await taken.write(Buffer.from('abc'));
    await taken.end();
    await new Promise<void>((resolve) => client.socket.write(Buffer.alloc(8_000_000), () => resolve()));
    await client.ended;
    assert.equal(text(), 'abc');
    assert.equal(exchange.request.socket.destroyed, false);
    timers[0]?.run();
    assert.equal(exchange.request.socket.destroyed, true);
  });

  it('is finished when the client disconnects', async (t) => {
    const { taken, client, events, timers } = await openTaken(t);
    client.tcp.resetAndDestroy();
    await until(() => !taken.isOpen && events.length > 0);
    await taken.write(Buffer.from('abc'));
    await taken.end();
    await taken.endTcp();
    await taken.reset();
    assert.deepEqual([events, timers], [['closed'], []]);
  });

  it('is reset at once if nothing was sent on it, and otherwise when the client has the bytes', async (t) => {
    for (const content of ['', 'abc']) {
      const { taken, client, events, timers, waits, text } = await openTaken(t);
      await taken.write(Buffer.from(content));
      await taken.reset();
      assert.deepEqual([await client.ended, text()], ['rst', content]);
      assert.deepEqual(events, ['server-rst', 'closed']);
      assert.deepEqual([timers, waits.length > 0, taken.isOpen], [[], content !== '', false]);
      assert.ok(waits.every((milliseconds) => milliseconds === 50));
    }
  });

  it('is reset after bytes that are still in its buffer', async (t) => {
    const { taken, client, text } = await openTaken(t);
    void taken.write(Buffer.alloc(200_000, 'a'));
    await taken.reset();
    assert.equal(await client.ended, 'rst');
    assert.equal(text().length, 200_000);
  });
});
