import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { endOf } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { data, headers, request, settings, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG, PREFACE } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;
const post = request([], 'POST');

const TIMES = { head: 100, body: 200, keepAlive: 400, stall: 300 };

/** Milliseconds between two checks of these times. */
const TICK = 25;

/** A server whose time a test controls, and a client of frames with as many requests. */
async function open(t: TestContext, count: number, window = 65_535, times = TIMES) {
  const { runtime, pass } = createManualTime();
  const exchanges: WireExchange[] = [];
  const driver = await driveWire(t, (exchange) => void exchanges.push(exchange), {
    h2c: true,
    times,
    runtime,
  });
  const client = FrameClient.open(t, driver.port, [[4, window]]);
  for (let index = 0; index < count; index++) client.send(headers(2 * index + 1));
  await until(() => exchanges.length === count);
  await client.ping();
  const [exchange, other] = exchanges;
  return { ...driver, client, exchanges, exchange, other, pass };
}

/** Opens a server as above, with one request. */
async function openOne(t: TestContext, window?: number) {
  const opened = await open(t, 1, window);
  const { exchange } = opened;
  assert.ok(exchange);
  return { ...opened, exchange };
}

/** Time in which promises and events of the sockets go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Resolves when the systems take no more for a client that does not read. */
async function blocked({ connection: { tcp } }: WireExchange): Promise<void> {
  for (let before = -1; before !== tcp.bytesWritten || tcp.writableLength === 0; ) {
    before = tcp.bytesWritten;
    await settle();
    await settle();
  }
}

describe('the time limits of a connection of HTTP/2', () => {
  it('end one without a request, from its start', async (t) => {
    const { client, failures, pass } = await open(t, 0);
    pass(99);
    await client.ping();
    pass(1);
    await until(() => client.end === 'fin');
    assert.deepEqual([client.frames.at(-1), failures], ['GOAWAY 0 NO_ERROR', []]);
  });

  it('end one without a request in progress, from the end of the last one, although it sends PING', async (t) => {
    const { client, exchange, pass } = await openOne(t);
    pass(1000);
    await client.ping();
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    for (const milliseconds of [200, 199]) {
      pass(milliseconds);
      await client.ping();
    }
    assert.equal(exchange.connection.isOpen, true);
    pass(1);
    assert.equal(exchange.connection.isOpen, false);
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 1 NO_ERROR');
  });

  it('cancel a stream whose window the client does not open, and no other', async (t) => {
    const { client, exchange, other, pass } = await open(t, 2, 3);
    assert.ok(exchange && other);
    exchange.respond(200, '', [], 'abcdef');
    other.respond(200, '', [], 'abcdef');
    pass(TICK);
    pass(275);
    client.send(windowUpdate(3, 1));
    await client.received('DATA 3 d');
    assert.equal(exchange.ended, undefined);
    pass(24);
    assert.equal(exchange.ended, undefined);
    pass(1);
    assert.deepEqual([exchange.ended, other.ended], ['timeout', undefined]);
    await client.received('RST_STREAM 1 CANCEL');
    pass(299);
    assert.equal(other.ended, undefined);
    client.send(windowUpdate(3, 2));
    assert.equal(await endOf(other), 'answered');
  });

  it('do not count the time before content waits', async (t) => {
    const { client, exchange, pass } = await openOne(t, 3);
    exchange.start(200, '', []);
    exchange.write('abc');
    await client.received('DATA 1 abc');
    pass(1000);
    exchange.write('def');
    pass(299);
    assert.equal(exchange.ended, undefined);
    pass(1);
    assert.equal(exchange.ended, 'timeout');
  });

  it('fail content, from the start of its request', async (t) => {
    const { client, exchanges, pass } = await openOne(t);
    pass(50);
    client.send(headers(3, post, OPEN), data(3, 'a'));
    await until(() => exchanges[1]?.body.received === 1);
    const exchange = exchanges[1] ?? assert.fail();
    pass(199);
    assert.equal(exchange.body.state, 'open');
    pass(1);
    assert.deepEqual([exchange.body.state, exchange.body.failure?.status], ['failed', 408]);
    assert.equal(exchange.body.failure?.bytes.length, 0);
    assert.equal(exchange.ended, undefined);
    // The windows of what still arrives are returned.
    client.send(data(3, 'b'.repeat(16_384)).repeat(9));
    await client.received(/^WINDOW_UPDATE 3/);
    exchange.respond(408, '', [], '');
    await client.received('HEADERS 3 408 END_STREAM');
  });

  it('cancel a response that has begun when the content of its request is late', async (t) => {
    const { client, exchanges, pass } = await open(t, 0);
    client.send(headers(1, post, OPEN), headers(3, post, OPEN));
    await until(() => exchanges.length === 2);
    const [begun, complete] = exchanges;
    assert.ok(begun && complete);
    begun.start(200, '', []);
    complete.body.read({ data() {}, end() {}, fail: () => complete.respond(200, '', [], 'late') });
    await new Promise(setImmediate);
    pass(199);
    assert.equal(begun.ended, undefined);
    pass(1);
    assert.deepEqual([begun.ended, complete.ended], ['timeout', undefined]);
    await client.received('RST_STREAM 1 CANCEL');
    await client.received('DATA 3 late END_STREAM');
    assert.equal(await endOf(complete), 'answered');
  });

  it('do not fail the content of an exchange that is aborted', async (t) => {
    const { client, exchanges, pass } = await openOne(t);
    client.send(headers(3, post, OPEN));
    await until(() => exchanges.length === 2);
    const aborted = exchanges[1] ?? assert.fail();
    void aborted.abort({ type: 'close' });
    pass(10_000);
    assert.deepEqual([aborted.body.state, aborted.ended], ['open', undefined]);
  });

  it('end a connection whose client does not acknowledge the settings', async (t) => {
    const { runtime, pass } = createManualTime();
    const exchanges: WireExchange[] = [];
    const { port, failures } = await driveWire(t, (exchange) => void exchanges.push(exchange), {
      h2c: true,
      runtime,
    });
    const client = FrameClient.raw(t, port);
    client.send(PREFACE, settings(), headers(1));
    await until(() => exchanges.length === 1);
    pass(10_000);
    assert.equal(exchanges[0]?.ended, undefined);
    pass(250);
    assert.deepEqual([exchanges[0]?.ended, failures[0]?.error.kind], ['timeout', 'timeout']);
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 1 SETTINGS_TIMEOUT');
  });

  it('end a connection whose client does not read', async (t) => {
    const { client, exchange, pass } = await openOne(t, 2_000_000_000);
    client.send(windowUpdate(0, 2_000_000_000));
    await client.ping();
    client.connection.tcp.pause();
    exchange.respond(200, '', [], Buffer.alloc(20_000_000));
    await until(() => {
      pass(TICK);
      return exchange.ended !== undefined;
    });
    assert.equal(exchange.ended, 'timeout');
  });

  it('end an idle connection before the time that was planned for it', async (t) => {
    const { client, exchange, pass } = await openOne(t);
    exchange.connection.closeWhenIdle(100_000, 'reset');
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    pass(400);
    await until(() => client.end === 'fin');
  });

  it('do not end a slow response', async (t) => {
    const { client, exchange, pass } = await openOne(t);
    exchange.start(200, '', []);
    pass(100_000);
    assert.equal(exchange.ended, undefined);
    exchange.end();
    await client.received('DATA 1 END_STREAM');
  });
});

describe('the abort of an exchange of HTTP/2', () => {
  it('waits two seconds at most for a client that does not read', async (t) => {
    const { client, exchange, pass } = await open(t, 1, 2_000_000_000, { ...TIMES, stall: 10_000 });
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

  for (const type of ['close', 'fin'] as const)
    it(`by ${type} gives the client 50 ms to read what was written`, async (t) => {
      const { client, exchange, pass } = await openOne(t);
      exchange.start(200, '', []);
      void exchange.abort({ type });
      await client.received('GOAWAY 1 NO_ERROR');
      await settle();
      pass(49);
      await settle();
      assert.equal(exchange.connection.isOpen, true);
      pass(1);
      await until(() => client.end === 'fin');
      assert.equal(exchange.ended, 'server-fin');
    });
});

describe('what an exchange of HTTP/2 writes', () => {
  it('is sent at once', async (t) => {
    const { client, exchange, other } = await open(t, 2);
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
      const { client, exchange, pass } = await openOne(t, 3);
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
    const { client, exchange, pass } = await open(t, 1, 2_000_000_000, times);
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
    const { client, exchange, exchanges, pass } = await open(t, 1, undefined, {
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
    // The client has time to read it.
    await settle();
    pass(49);
    await settle();
    assert.equal(exchange.connection.isOpen, true);
    pass(1);
    await until(() => client.end === 'fin');
  });
});

describe('a connection of HTTP/2', () => {
  it('is flushed when the system has what waited for the windows of the client', async (t) => {
    const { client, exchange } = await openOne(t, 3);
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
    ['the refusal of content', 20],
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
    const { client, listener } = await open(t, 0);
    listener.closeIdle();
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 0 NO_ERROR');
  });

  it('announces itself at once to a client with a request', async (t) => {
    const { client, listener } = await openOne(t);
    listener.closeIdle();
    await client.received('GOAWAY 2147483647 NO_ERROR');
    await client.received('PING');
  });
});
