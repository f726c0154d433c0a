import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { holdsFor, until } from '#test/support/until.ts';
import { driveWire, type WireDriverOptions } from '#test/support/wire/driver.ts';
import { endOf } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { data, headers, request, reset, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG, FRAME, formatFrame, formatGoAway } from '../../http2/frames.ts';
import type { AbortKind, WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;
const post = request([], 'POST');

/** A server whose exchanges a test answers, and a client of frames with as many requests. */
async function open(t: TestContext, count = 1, options: WireDriverOptions = {}, window = 65_535) {
  const exchanges: WireExchange[] = [];
  const driver = await driveWire(t, (exchange) => void exchanges.push(exchange), { h2c: true, ...options });
  const client = FrameClient.open(t, driver.port, [[4, window]], driver.ca);
  for (let index = 0; index < count; index++) client.send(headers(2 * index + 1));
  await until(() => exchanges.length === count);
  const [exchange, other] = exchanges;
  assert.ok(exchange);
  return { ...driver, client, exchanges, exchange, other: other ?? exchange };
}

for (const tls of [false, true])
  describe(`the abort of an exchange of HTTP/2 ${tls ? 'over TLS' : 'without TLS'}`, () => {
    for (const [what, kind, end] of [
      ['close', { type: 'close' }, 'fin'],
      ['fin', { type: 'fin' }, tls ? 'rude' : 'fin'],
    ] as const)
      it(`by ${what} sends what was written and GOAWAY, waits for other streams, and ends the connection`, async (t) => {
        const { client, exchange, other } = await open(t, 2, { tls });
        exchange.start(200, '', []);
        exchange.write('abc');
        const aborted = exchange.abort(kind);
        await client.received('GOAWAY 3 NO_ERROR');
        // A later stream is not processed.
        client.send(headers(5));
        await holdsFor(100, () => client.end === 'open');
        assert.equal(exchange.ended, undefined);
        other.respond(200, '', [], 'other');
        await aborted;
        assert.equal(exchange.ended, 'server-fin');
        await until(() => client.end !== 'open');
        assert.equal(client.end, end);
        assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 abc']);
        assert.deepEqual(client.of(3), ['HEADERS 3 200', 'DATA 3 other END_STREAM']);
        assert.deepEqual([client.of(5), other.ended], [[], 'answered']);
      });

    it('by reset sends what was written, and resets all streams', async (t) => {
      const { client, exchange, other } = await open(t, 2, { tls });
      exchange.start(200, '', []);
      exchange.write('abc');
      await exchange.abort({ type: 'reset' });
      assert.equal(exchange.ended, 'server-rst');
      await until(() => client.end !== 'open');
      assert.equal(client.end, 'rst');
      assert.deepEqual(
        client.frames.filter((line) => !line.startsWith('WINDOW_UPDATE 0')),
        ['HEADERS 1 200', 'DATA 1 abc'],
      );
      await until(() => exchange.ended !== undefined && other.ended !== undefined);
      assert.deepEqual([exchange.ended, other.ended], ['server-rst', 'server-rst']);
    });

    it('by destroy or by reset has its reason for all streams', async (t) => {
      for (const type of ['destroy', 'reset'] as const) {
        const { exchange, other } = await open(t, 2, { tls });
        await exchange.abort({ type }, 'timeout');
        assert.equal(exchange.ended, 'timeout');
        await until(() => other.ended !== undefined);
        assert.equal(other.ended, 'timeout');
        assert.equal(await exchange.connection.flushed(), false);
      }
    });

    it('by destroy closes the connection at once', async (t) => {
      const { client, exchange, other } = await open(t, 2, { tls });
      await exchange.abort({ type: 'destroy' });
      assert.equal(exchange.ended, 'server-fin');
      await until(() => client.end !== 'open' && other.ended !== undefined);
      assert.deepEqual([exchange.ended, other.ended], ['server-fin', 'server-fin']);
    });

    it('by stream sends what was written and RST_STREAM', async (t) => {
      const { client, exchange, other } = await open(t, 2, { tls });
      exchange.start(200, '', []);
      exchange.write('abc');
      await exchange.abort({ type: 'stream', code: CODE.CANCEL });
      assert.equal(exchange.ended, 'server-rst');
      other.respond(200, '', [], '');
      await client.received(/^HEADERS 3/);
      assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 abc', 'RST_STREAM 1 CANCEL']);
    });
  });

describe('the abort of a stream', () => {
  it('before its head is RST_STREAM alone', async (t) => {
    const { client, exchange } = await open(t);
    void exchange.abort({ type: 'stream', code: 99 });
    await client.received('RST_STREAM 1 99');
    assert.deepEqual(client.of(1), ['RST_STREAM 1 99']);
  });

  it('sends a head, and content as far as the window permits', async (t) => {
    const { client, exchange } = await open(t, 1, {}, 3);
    exchange.start(204, '', []);
    exchange.write('abcdef');
    await exchange.abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
    await client.received(/^RST_STREAM/);
    assert.deepEqual(client.of(1), ['HEADERS 1 204', 'DATA 1 abc', 'RST_STREAM 1 INTERNAL_ERROR']);
  });

  it('sends all content that waits for the socket', async (t) => {
    const { client, exchange } = await open(t, 1, {}, 2_000_000_000);
    client.send(windowUpdate(0, 2_000_000_000));
    await client.ping();
    client.connection.tcp.pause();
    exchange.start(200, '', []);
    for (let count = 0; count < 10; count++) exchange.write(Buffer.alloc(1_000_000));
    const aborted = exchange.abort({ type: 'stream', code: CODE.CANCEL });
    client.connection.tcp.resume();
    await aborted;
    await client.received('RST_STREAM 1 CANCEL');
    assert.equal(client.content.get(1), 10_000_000);
  });

  it('does not send the end of a response that waits for the window', async (t) => {
    const { client, exchange } = await open(t, 1, {}, 3);
    exchange.respond(200, '', [], 'abcdef');
    await exchange.abort({ type: 'stream', code: CODE.CANCEL }, 'timeout');
    assert.equal(exchange.ended, 'timeout');
    await client.received('RST_STREAM 1 CANCEL');
  });

  it('has no effect after a complete response', async (t) => {
    const { client, exchange } = await open(t);
    exchange.respond(200, '', [], 'abc');
    await exchange.abort({ type: 'stream', code: CODE.CANCEL });
    await until(() => exchange.ended === 'answered');
    await exchange.abort({ type: 'destroy' });
    await client.ping();
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 abc END_STREAM']);
  });
});

describe('the abort of an exchange of HTTP/2', () => {
  it('counts once, and nothing is written after it', async (t) => {
    const { client, exchange, other } = await open(t, 2);
    exchange.start(200, '', []);
    const first = exchange.abort({ type: 'close' }, 'timeout');
    assert.equal(exchange.abort({ type: 'destroy' }), first);
    assert.equal(exchange.write('late'), true);
    exchange.end();
    assert.equal(exchange.inform(103, '', []), false);
    await holdsFor(50, () => client.end === 'open');
    other.respond(200, '', [], '');
    await first;
    assert.equal(exchange.ended, 'timeout');
    await until(() => client.end === 'fin');
    assert.deepEqual(client.of(1), ['HEADERS 1 200']);
  });

  it('by close does not wait for another one', async (t) => {
    const { client, exchange, other } = await open(t, 2);
    await Promise.all([exchange.abort({ type: 'close' }), other.abort({ type: 'close' })]);
    await until(() => client.end === 'fin');
    assert.deepEqual([exchange.ended, other.ended], ['server-fin', 'server-fin']);
    assert.equal(client.frames.filter((line) => line.startsWith('GOAWAY')).length, 1);
  });

  for (const type of ['close', 'fin', 'reset'] as const)
    it(`by ${type} sends all content that waits for the socket`, async (t) => {
      const { client, exchange } = await open(t, 1, {}, 2_000_000_000);
      client.send(windowUpdate(0, 2_000_000_000));
      await client.ping();
      exchange.start(200, '', []);
      for (let count = 0; count < 3; count++) exchange.write(Buffer.alloc(1_000_000));
      await exchange.abort({ type });
      await until(() => client.end !== 'open');
      assert.deepEqual([client.end, client.content.get(1)], [type === 'reset' ? 'rst' : 'fin', 3_000_000]);
    });

  for (const type of ['close', 'reset', 'stream'] as const)
    it(`by ${type} ends with a connection that the client closes`, async (t) => {
      const { client, exchange, other } = await open(t, 2, {}, 0);
      exchange.start(200, '', []);
      const kind: AbortKind = type === 'stream' ? { type, code: 2 } : { type };
      const aborted = exchange.abort(kind);
      client.connection.tcp.resetAndDestroy();
      await aborted;
      await until(() => exchange.ended !== undefined && other.ended !== undefined);
      assert.equal(other.ended, 'client-rst');
    });

  it('by close ends with its stream, which the client resets, and then its connection', async (t) => {
    const { client, exchange, other } = await open(t, 2);
    void exchange.abort({ type: 'close' });
    client.send(reset(1, CODE.CANCEL));
    await until(() => exchange.ended !== undefined);
    assert.equal(exchange.ended, 'client-rst');
    other.respond(200, '', [], '');
    await until(() => client.end === 'fin');
    assert.equal(other.ended, 'answered');
  });
});

describe('a connection of HTTP/2 that closes when it is idle', () => {
  for (const [kind, end] of [
    ['close', 'fin'],
    ['reset', 'rst'],
  ] as const)
    for (const tls of [false, true])
      it(`ends by ${kind} after the response ${tls ? 'over TLS' : 'without TLS'}`, async (t) => {
        const { client, exchange } = await open(t, 1, { tls });
        exchange.connection.closeWhenIdle(0, kind);
        exchange.respond(200, '', [], 'abc');
        await until(() => client.end !== 'open');
        assert.equal(client.end, end);
        assert.deepEqual(client.frames.slice(-3), [
          'HEADERS 1 200',
          'DATA 1 abc END_STREAM',
          'GOAWAY 1 NO_ERROR',
        ]);
        assert.equal(exchange.ended, 'answered');
      });

  it('ends later, after streams in between', async (t) => {
    const { client, exchange, exchanges } = await open(t);
    exchange.connection.closeWhenIdle(100, 'close');
    exchange.respond(200, '', [], '');
    await client.received(/^HEADERS 1/);
    client.send(headers(3));
    await until(() => exchanges.length === 2);
    await client.received('GOAWAY 3 NO_ERROR');
    client.send(headers(5));
    await holdsFor(100, () => client.end === 'open');
    exchanges[1]?.respond(200, '', [], 'b');
    await until(() => client.end === 'fin');
    assert.deepEqual(client.of(5), []);
    assert.equal(client.frames.at(-1), 'DATA 3 b END_STREAM');
  });

  for (const milliseconds of [0, 50])
    it(`ends as planned after ${milliseconds} ms, although the client has announced its end`, async (t) => {
      const { client, exchange } = await open(t);
      exchange.connection.closeWhenIdle(milliseconds, 'reset');
      client.send(formatGoAway(0, CODE.NO_ERROR));
      await client.ping();
      exchange.respond(200, '', [], 'abc');
      await until(() => client.end !== 'open');
      assert.equal(client.end, 'rst');
      assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 abc END_STREAM']);
    });

  it('does not wait for the time of the plan in a shutdown', async (t) => {
    const { client, exchange, listener } = await open(t);
    exchange.connection.closeWhenIdle(60_000, 'reset');
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    listener.closeIdle();
    await client.received('PING');
    client.send(formatFrame(FRAME.PING, FLAG.ACK, 0, '\0\0draini'));
    await until(() => client.end === 'fin');
  });

  it('without an exchange in progress ends at once', async (t) => {
    const { client, exchange } = await open(t);
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    exchange.connection.closeWhenIdle(0, 'close');
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 1 NO_ERROR');
  });

  it('waits no longer when the client closes it', async (t) => {
    const { client, exchange, closed } = await open(t);
    exchange.connection.closeWhenIdle(60_000, 'reset');
    exchange.respond(200, '', [], '');
    await client.received(/^HEADERS 1/);
    client.connection.destroy();
    await until(() => closed.length === 1);
  });
});

describe('the end of a client of HTTP/2', () => {
  for (const tls of [false, true])
    it(`ends its exchanges and the connection ${tls ? 'over TLS' : 'without TLS'}`, async (t) => {
      const { client, exchange, other, closed } = await open(t, 2, { tls });
      other.start(200, '', []);
      client.connection.socket.end();
      await until(() => exchange.ended !== undefined && closed.length === 1);
      assert.deepEqual([exchange.ended, other.ended], ['client-fin', 'client-fin']);
      assert.equal(exchange.connection.isOpen, false);
    });

  it('does not cut a complete response', async (t) => {
    const exchanges: WireExchange[] = [];
    const { port } = await driveWire(
      t,
      (exchange) => {
        exchanges.push(exchange);
        exchange.respond(200, '', [], 'abc');
      },
      { h2c: true },
    );
    const client = FrameClient.open(t, port);
    client.send(headers(1));
    client.connection.socket.end();
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'DATA 1 abc END_STREAM');
    await until(() => exchanges[0]?.ended === 'answered');
  });

  it('by a reset of the connection ends its exchanges', async (t) => {
    const { client, exchange } = await open(t);
    client.connection.tcp.resetAndDestroy();
    assert.equal(await endOf(exchange), 'client-rst');
  });

  for (const [place, act] of [
    ['before the head', () => {}],
    ['behind the head', (x: WireExchange) => void x.start(200, '', [])],
    [
      'within content that waits',
      (x: WireExchange) => {
        x.start(200, '', []);
        x.write('a'.repeat(200_000));
      },
    ],
    [
      'before the end of a response that waits',
      (x: WireExchange) => void x.respond(200, '', [], 'a'.repeat(100_000)),
    ],
  ] as const)
    it(`by a reset of its stream ${place} ends the exchange`, async (t) => {
      const { client, exchange, exchanges } = await open(t);
      act(exchange);
      const drained = exchange.drained();
      client.send(reset(1, CODE.CANCEL));
      assert.equal(await endOf(exchange), 'client-rst');
      await drained;
      exchange.write('late');
      exchange.end();
      client.send(headers(3));
      await until(() => exchanges.length === 2);
      exchanges[1]?.respond(200, '', [], '');
      await client.received('HEADERS 3 200 END_STREAM');
    });

  it('by a reset within the content of the request ends the exchange', async (t) => {
    const { client, exchanges } = await open(t);
    client.send(headers(3, post, OPEN), data(3, 'a'), reset(3, CODE.NO_ERROR));
    await until(() => exchanges[1]?.ended === 'client-rst');
  });

  it('by GOAWAY ends the connection, which processes no request after it', async (t) => {
    const { client, exchange, exchanges } = await open(t);
    client.connection.tcp.allowHalfOpen = true;
    client.send(formatGoAway(0, CODE.NO_ERROR));
    exchange.respond(200, '', [], 'abc');
    await until(() => client.end === 'fin');
    const { tcp } = exchange.connection;
    const { bytesRead } = tcp;
    client.send(headers(3));
    await until(() => tcp.bytesRead > bytesRead);
    await new Promise(setImmediate);
    assert.equal(exchanges.length, 1);
    client.connection.destroy();
  });

  it('by GOAWAY ends the connection after the streams in progress', async (t) => {
    const { client, exchange } = await open(t);
    client.send(formatGoAway(0, CODE.NO_ERROR));
    await holdsFor(50, () => client.end === 'open');
    exchange.respond(200, '', [], 'abc');
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'DATA 1 abc END_STREAM');
  });
});

describe('the shutdown of a listener', () => {
  it('lets the streams in progress end, and then ends the connection', async (t) => {
    const { client, exchange, exchanges, listener } = await open(t);
    listener.closeIdle();
    await client.received('PING');
    assert.equal(client.frames.at(-2), 'GOAWAY 2147483647 NO_ERROR');
    // It was sent before GOAWAY arrived.
    client.send(headers(3));
    await until(() => exchanges.length === 2);
    client.send(formatFrame(FRAME.PING, FLAG.ACK, 0, '\0\0draini'));
    await client.received('GOAWAY 3 NO_ERROR');
    exchanges[1]?.respond(200, '', [], '');
    await holdsFor(50, () => client.end === 'open');
    exchange.respond(200, '', [], 'abc');
    await until(() => client.end === 'fin');
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 abc END_STREAM']);
  });

  it('ends a connection without a request at once, and an idle one when it has answered', async (t) => {
    const driver = await driveWire(t, (exchange) => void exchange.respond(200, '', [], ''), { h2c: true });
    const unused = FrameClient.open(t, driver.port);
    await unused.received(/^WINDOW_UPDATE/);
    const session = connect(`http://localhost:${driver.port}`);
    const stream = session.request({ ':path': '/' }).resume();
    await once(stream, 'close');
    const closed = once(session, 'close');
    driver.listener.closeIdle();
    await driver.listener.closed();
    await closed;
    await until(() => unused.end === 'fin');
    assert.equal(unused.frames.at(-1), 'GOAWAY 0 NO_ERROR');
  });
});
