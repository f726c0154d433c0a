import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { endOf } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { headers, request, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { blocked, openTimed, openTimedOne, settle, TIMES } from '#test/support/wire/timed-http2.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;
const post = request([], 'POST');

/** The client has time to read what was written before the connection ends. */
async function assertEndAfter50({
  client,
  exchange,
  pass,
}: Pick<Awaited<ReturnType<typeof openTimedOne>>, 'client' | 'exchange' | 'pass'>): Promise<void> {
  await settle();
  pass(49);
  await settle();
  assert.equal(exchange.connection.isOpen, true);
  pass(1);
  await until(() => client.end === 'fin');
}

describe('the abort of an exchange of HTTP/2', () => {
  it('waits two seconds at most for a client that does not read', async (t) => {
    const { client, exchange, pass } = await openTimed(t, 1, 2_000_000_000, { ...TIMES, stall: 10_000 });
    assert.ok(exchange);
    client.send(windowUpdate(0, 2_000_000_000));
    await client.ping();
    client.connection.tcp.pause();
    exchange.start(200, '', []);
    for (let count = 0; count < 20; count++) exchange.write(Buffer.alloc(1_000_000));
    const aborted = exchange.abort({ type: 'stream', code: CODE.CANCEL });
    await blocked(exchange);
    pass(1999);
    await settle();
    assert.equal(exchange.ended, undefined);
    pass(1);
    await aborted;
    assert.equal(exchange.ended, 'server-rst');
  });

  for (const [kind, milliseconds] of [
    [{ type: 'close', linger: 500 }, 500],
    [{ type: 'close' }, 2000],
    [{ type: 'fin' }, 2000],
  ] as const)
    it(`by ${JSON.stringify(kind)} reads from the client for ${milliseconds} ms`, async (t) => {
      const { client, exchange, listener, pass } = await openTimedOne(t);
      client.connection.tcp.allowHalfOpen = true;
      void exchange.abort(kind);
      await until(() => {
        if (exchange.connection.isOpen) pass(50);
        return client.end === 'fin';
      });
      pass(milliseconds - 1);
      assert.equal(listener.count, 1);
      pass(250);
      await listener.closed();
    });

  for (const type of ['close', 'fin'] as const)
    it(`by ${type} gives the client 50 ms to read what was written`, async (t) => {
      const opened = await openTimedOne(t);
      const { client, exchange } = opened;
      exchange.start(200, '', []);
      void exchange.abort({ type });
      await client.received('GOAWAY 1 NO_ERROR');
      await assertEndAfter50(opened);
      assert.equal(exchange.ended, 'server-fin');
    });
});

describe('what an exchange of HTTP/2 writes', () => {
  it('is sent at once', async (t) => {
    const { client, exchange, other } = await openTimed(t, 2);
    assert.ok(exchange && other);
    exchange.inform(103, '', []);
    await client.received('HEADERS 1 103');
    exchange.start(200, '', []);
    await client.received('HEADERS 1 200');
    exchange.write('abc');
    await client.received('DATA 1 abc');
    exchange.end([['x', 'y']]);
    await client.received('HEADERS 1 x y END_STREAM');
    other.respond(200, '', [], 'abc');
    await client.received('DATA 3 abc END_STREAM');
  });

  it('is sent at once when the stream is aborted, whose window the client does not open', async (t) => {
    for (const kind of [{ type: 'stream', code: CODE.CANCEL }, { type: 'reset' }] as const) {
      const { client, exchange, pass } = await openTimedOne(t, 3);
      exchange.start(200, '', []);
      exchange.write('abcdef');
      const aborted = exchange.abort(kind);
      await client.received('DATA 1 abc');
      if (kind.type === 'stream') await client.received('RST_STREAM 1 CANCEL');
      else
        await until(() => {
          pass(10);
          return client.end === 'rst';
        });
      await aborted;
    }
  });
});

describe('the abort of an exchange of HTTP/2 whose client does not read', () => {
  it('by close ends the connection after all that was written', async (t) => {
    const times = { ...TIMES, keepAlive: 100_000, stall: 100_000 };
    const { client, exchange, pass } = await openTimed(t, 1, 2_000_000_000, times);
    assert.ok(exchange);
    client.send(windowUpdate(0, 2_000_000_000));
    await client.ping();
    client.connection.tcp.pause();
    exchange.start(200, '', []);
    for (let count = 0; count < 20; count++) exchange.write(Buffer.alloc(1_000_000));
    void exchange.abort({ type: 'close' });
    await blocked(exchange);
    for (const milliseconds of [2000, 1000]) {
      pass(milliseconds);
      await settle();
    }
    assert.equal(exchange.connection.isOpen, true);
    client.connection.tcp.resume();
    await until(() => {
      pass(50);
      return client.end === 'fin';
    });
  });
});

describe('a connection of HTTP/2 that closes when it is idle', () => {
  it('does so after the time of the first call, whatever other calls say', async (t) => {
    const { client, exchange, exchanges, pass } = await openTimed(t, 1, undefined, {
      ...TIMES,
      keepAlive: 60_000,
    });
    assert.ok(exchange);
    exchange.connection.closeWhenIdle(500, 'close');
    exchange.connection.closeWhenIdle(0, 'reset');
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    pass(300);
    client.send(headers(3));
    await until(() => exchanges.length === 2);
    exchanges[1]?.respond(200, '', [], '');
    await endOf(exchanges[1] ?? exchange);
    pass(199);
    await client.ping();
    assert.equal(client.frames.at(-1), 'HEADERS 3 200 END_STREAM');
    pass(1);
    await client.received('GOAWAY 3 NO_ERROR');
    await assertEndAfter50({ client, exchange, pass });
  });
});

describe('a connection of HTTP/2', () => {
  it('is flushed when the system has what waited for the windows of the client', async (t) => {
    const { client, exchange } = await openTimedOne(t, 3);
    let isFlushed: boolean | undefined;
    exchange.respond(200, '', [], 'abcd');
    void exchange.connection.flushed().then((isSent) => {
      isFlushed = isSent;
    });
    await client.received('DATA 1 abc');
    await settle();
    assert.equal(isFlushed, undefined);
    client.send(windowUpdate(1, 1));
    await until(() => isFlushed === true);
    assert.equal(await exchange.connection.flushed(), true);
  });
});

describe('the timers of a connection of HTTP/2', () => {
  for (const [what, milliseconds] of [
    ['the refusal of content', 100],
    ['the end of an idle connection', 30_000],
  ] as const)
    it(`end with it: that of ${what}`, async (t) => {
      const { runtime, timers } = createManualRuntime();
      const exchanges: WireExchange[] = [];
      const { port, listener } = await driveWire(t, (exchange) => void exchanges.push(exchange), {
        h2c: true,
        runtime,
      });
      const client = FrameClient.open(t, port);
      client.send(headers(1, post, OPEN));
      await until(() => exchanges.length === 1);
      exchanges[0]?.connection.closeWhenIdle(30_000, 'close');
      exchanges[0]?.respond(200, '', [], '');
      const find = () => timers.find((timer) => timer.milliseconds === milliseconds);
      await until(() => find() !== undefined);
      assert.equal(find()?.isCancelled, false);
      client.connection.destroy();
      await listener.closed();
      assert.equal(find()?.isCancelled, true);
    });
});

describe('the shutdown of a connection of HTTP/2', () => {
  it('waits for nothing without a request', async (t) => {
    const { client, listener } = await openTimed(t, 0);
    listener.closeIdle();
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 0 NO_ERROR');
  });

  it('announces itself at once to a client with a request', async (t) => {
    const { client, listener } = await openTimedOne(t);
    listener.closeIdle();
    await client.received('GOAWAY 2147483647 NO_ERROR');
    await client.received('PING');
  });
});
