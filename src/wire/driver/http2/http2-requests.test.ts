import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { until } from '#test/support/until.ts';
import { driveWire, type WireDriverOptions } from '#test/support/wire/driver.ts';
import { endOf, readContent } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { data, encodeBlock, headers, request, reset, settings } from '#test/support/wire/http2-recorder.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG, FRAME, formatFrame, formatUint32 } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;
const { END_STREAM } = FLAG;

/** A server whose exchanges a test answers, and a client of frames. */
async function open(t: TestContext, options: WireDriverOptions = {}) {
  const exchanges: WireExchange[] = [];
  const driver = await driveWire(t, (exchange) => void exchanges.push(exchange), { h2c: true, ...options });
  const client = FrameClient.open(t, driver.port);
  const next = async (count = 1): Promise<WireExchange> => {
    await until(() => exchanges.length >= count);
    return exchanges[count - 1] ?? assert.fail();
  };
  return { ...driver, client, exchanges, next };
}

const post = request([], 'POST');

describe('the content of a request over HTTP/2', () => {
  it('is read in the order of its frames, with trailers', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'ab'), data(1, 'c'.repeat(100)));
    const exchange = await next();
    assert.equal(exchange.body.state, 'open');
    const content = readContent(exchange);
    client.send(data(1, 'd'), headers(1, encodeBlock(['x-t', '1'])));
    assert.equal(String(await content), `ab${'c'.repeat(100)}d`);
    const { state, received, trailers, isRead, failure } = exchange.body;
    assert.deepEqual(
      [state, received, trailers, isRead, failure],
      ['complete', 103, ['x-t', '1'], true, undefined],
    );
  });

  it('has the sizes of its frames, without padding', async (t) => {
    const { client, next } = await open(t);
    const padded = formatFrame(FRAME.DATA, FLAG.PADDED, 1, `\x02${'b'.repeat(70)}\0\0`);
    client.send(headers(1, post, OPEN), data(1, 'a'.repeat(64)), padded, data(1, '', END_STREAM));
    const { body } = await next();
    await until(() => body.state === 'complete');
    const { count, sizes, extensions } = body.parts ?? assert.fail();
    assert.deepEqual({ count, sizes, extensions }, { count: 2, sizes: [64, 70], extensions: [] });
  });

  it('is none after a head with END_STREAM', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1));
    const exchange = await next();
    assert.equal(exchange.body.state, 'none');
    assert.deepEqual([exchange.status, exchange.isClosing, exchange.rejection], [0, false, undefined]);
    assert.deepEqual([exchange.keepsExpectation, exchange.forcesContent], [false, false]);
    assert.equal(exchange.connection.isHttp2, true);
    assert.equal(String(await readContent(exchange)), '');
  });

  it('without a reader is held up to the window of its stream, and other streams go on', async (t) => {
    const { client, next } = await open(t);
    const frame = data(1, 'a'.repeat(16_384));
    client.send(headers(1, post, OPEN), frame.repeat(16));
    const unread = await next();
    await until(() => unread.body.received === 262_144);
    assert.deepEqual(client.of(1), []);
    // More than the window of the connection: what is read is returned.
    client.send(headers(3, post, OPEN));
    const reading = await next(2);
    let received = 0;
    reading.body.read({ data: (chunk) => (received += chunk.length), end() {}, fail() {} });
    for (let count = 1; count <= 12; count++) {
      client.send(data(3, 'b'.repeat(16_384)).repeat(8));
      await until(() => received === 131_072 * count);
    }
    assert.ok(client.frames.some((line) => line.startsWith('WINDOW_UPDATE 0')));
    assert.deepEqual(client.of(1), []);
    const content = readContent(unread);
    client.send(data(1, 'end', END_STREAM));
    assert.equal((await content).length, 262_147);
  });

  it('that exceeds the window of its stream is a fault of the stream', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'a'.repeat(16_384)).repeat(16), data(1, 'a'));
    await client.received('RST_STREAM 1 FLOW_CONTROL_ERROR');
    assert.equal((await next()).ended, 'server-rst');
  });

  it('is slowed down by a reader that pauses', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'a'.repeat(16_384)).repeat(16));
    const exchange = await next();
    let received = 0;
    const { body } = exchange;
    body.read({
      data(chunk) {
        received += chunk.length;
        if (received === 16_384) body.pause();
      },
      end() {},
      fail() {},
    });
    await until(() => body.received === 262_144 && received === 16_384);
    assert.deepEqual(client.of(1), []);
    body.resume();
    await client.received(/^WINDOW_UPDATE 1 /);
    assert.equal(received, 262_144);
  });

  it('that is not wanted is not refused in the packet of the response, which curl 7.88 would lose', async (t) => {
    const runtime = createRuntime();
    const refusals: (() => void)[] = [];
    const after: typeof runtime.after = (milliseconds, action) => {
      if (milliseconds !== 100) return runtime.after(milliseconds, action);
      refusals.push(action);
      return () => {};
    };
    const { client, next } = await open(t, { runtime: { ...runtime, after } });
    client.send(headers(1, post, OPEN), headers(3, post, OPEN), headers(5, post, OPEN));
    for (const count of [1, 2, 3]) (await next(count)).respond(404, '', [], 'no');
    await client.received('DATA 5 no END_STREAM');
    client.send(data(3, '', END_STREAM));
    await client.ping();
    assert.ok(!client.frames.some((frame) => frame.startsWith('RST_STREAM')));
    assert.equal(refusals.length, 1);
    refusals[0]?.();
    await client.received('RST_STREAM 5 NO_ERROR');
    const resets = client.frames.filter((frame) => frame.startsWith('RST_STREAM'));
    assert.deepEqual(resets, ['RST_STREAM 1 NO_ERROR', 'RST_STREAM 5 NO_ERROR']);
  });

  it('that is not wanted is refused behind a complete response', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'abc'.repeat(100)));
    const exchange = await next();
    const read: unknown[] = [];
    exchange.body.read({ data: () => {}, end: () => read.push('end'), fail: (error) => read.push(error) });
    exchange.respond(404, '', [], 'no');
    await client.received('RST_STREAM 1 NO_ERROR');
    assert.deepEqual(client.of(1), ['HEADERS 1 404', 'DATA 1 no END_STREAM', 'RST_STREAM 1 NO_ERROR']);
    await until(() => exchange.ended === 'answered');
    assert.deepEqual([read, exchange.body.state, exchange.body.failure], [[undefined], 'failed', undefined]);
    // What is in transit is ignored.
    client.send(data(1, 'late'), headers(3));
    (await next(2)).respond(200, '', [], '');
    await client.received('HEADERS 3 200 END_STREAM');
  });

  it('is not refused when the client has ended it', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'abc', END_STREAM));
    const exchange = await next();
    await until(() => exchange.body.state === 'complete');
    exchange.respond(200, '', [], 'a');
    await endOf(exchange);
    await client.received('DATA 1 a END_STREAM');
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 a END_STREAM']);
  });

  it('can be read after the response', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'abc', END_STREAM));
    const exchange = await next();
    await until(() => exchange.body.state === 'complete');
    const content = readContent(exchange);
    exchange.respond(200, '', [], 'a');
    assert.equal(String(await content), 'abc');
  });

  it('fails with the reset of the client', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'a'));
    const exchange = await next();
    const content = readContent(exchange);
    client.send(reset(1, CODE.CANCEL));
    await assert.rejects(content, { message: 'The exchange has ended' });
    assert.equal(exchange.ended, 'client-rst');
    assert.equal(exchange.connection.openExchanges, 0);
  });

  it('resets its stream when the reader throws', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN));
    const exchange = await next();
    exchange.body.read({
      data() {
        throw new Error('broken');
      },
      end() {},
      fail() {},
    });
    await new Promise(setImmediate);
    client.send(data(1, 'a'.repeat(100)));
    await client.received('RST_STREAM 1 INTERNAL_ERROR');
    client.send(headers(3));
    (await next(2)).respond(200, '', [], '');
    await client.received('HEADERS 3 200 END_STREAM');
  });

  it('that is not complete in time fails with 408, and the rest is refused behind the response', async (t) => {
    const { client, next } = await open(t, { times: { body: 100 } });
    client.send(headers(1, request([], 'POST', '/slow'), OPEN), data(1, 'a'));
    const exchange = await next();
    await assert.rejects(readContent(exchange), /not complete after 100 ms/);
    const { failure } = exchange.body;
    assert.deepEqual(
      [failure?.kind, failure?.status, failure?.method, failure?.target],
      ['timeout', 408, 'POST', '/slow'],
    );
    exchange.respond(408, '', [], '');
    await client.received('RST_STREAM 1 NO_ERROR');
    assert.deepEqual(client.of(1), ['HEADERS 1 408 END_STREAM', 'RST_STREAM 1 NO_ERROR']);
  });

  it('that is not complete in time cancels a response that has begun', async (t) => {
    const { client, next } = await open(t, { times: { body: 100 } });
    client.send(headers(1, post, OPEN));
    const exchange = await next();
    exchange.start(200, '', []);
    exchange.write('a');
    assert.equal(await endOf(exchange), 'timeout');
    await client.received('RST_STREAM 1 CANCEL');
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 a', 'RST_STREAM 1 CANCEL']);
  });

  it('is seen by an observer, whether it is read or not', async (t) => {
    const { port } = await driveWire(
      t,
      (exchange) => {
        exchange.body.observe({
          chunk: (bytes) => seen.push(String(bytes)),
          end: () => seen.push('end'),
          fail: () => seen.push('fail'),
        });
        setImmediate(() => exchange.respond(200, '', [], ''));
      },
      { h2c: true },
    );
    const seen: string[] = [];
    const session = connect(`http://localhost:${port}`);
    const stream = session.request({ ':path': '/', ':method': 'POST' });
    stream.end('abc').resume();
    await once(stream, 'close');
    session.close();
    assert.deepEqual(seen, ['abc', 'end']);
  });
});

describe('a request over HTTP/2 that is rejected', () => {
  it('is an exchange with the status, the method and the target', async (t) => {
    const { client, next, failures } = await open(t);
    const long: [string, string] = ['x', 'y'.repeat(70_000)];
    const block = request(long, 'GET', '/long');
    client.send(headers(1, block.slice(0, 16_384), FLAG.END_STREAM));
    for (let at = 16_384; at < block.length; at += 16_384)
      client.send(continuation(1, block.slice(at, at + 16_384), at + 16_384 >= block.length));
    const first = await next();
    assert.deepEqual([first.rejection?.status, first.head.target, first.number], [431, '/long', 1]);
    first.respond(431, '', [], 'too long');
    client.send(headers(3, request(['host', 'other'], 'POST', '/host'), OPEN), data(3, 'ignored'));
    const second = await next(2);
    assert.deepEqual(
      [second.rejection?.status, second.head.method, second.head.target, second.body.state, second.number],
      [400, 'POST', '/host', 'none', 2],
    );
    second.respond(400, '', [], '');
    client.send(headers(5, encodeBlock([':method', 'CONNECT', ':authority', 'h:1'])));
    const third = await next(3);
    assert.equal(third.rejection?.status, 501);
    third.respond(501, '', [], '');
    await client.received('HEADERS 5 501 END_STREAM');
    assert.deepEqual(client.of(1), ['HEADERS 1 431', 'DATA 1 too long END_STREAM']);
    await client.received('RST_STREAM 3 NO_ERROR');
    assert.deepEqual(client.of(3), ['HEADERS 3 400 END_STREAM', 'RST_STREAM 3 NO_ERROR']);
    assert.deepEqual(failures, []);
  });

  it('is reported when its stream is reset', async (t) => {
    const { client, failures, exchanges } = await open(t);
    client.send(headers(1, request(['UPPER', '1'])));
    await client.received('RST_STREAM 1 PROTOCOL_ERROR');
    assert.equal(exchanges.length, 0);
    assert.deepEqual(
      failures.map(({ error, isAnswered }) => [error.status, error.code, error.target, isAnswered]),
      [[0, CODE.PROTOCOL_ERROR, '/', false]],
    );
  });

  it('for its trailers fails its content', async (t) => {
    const { client, next } = await open(t);
    client.send(headers(1, post, OPEN), data(1, 'abc'));
    const exchange = await next();
    const content = readContent(exchange);
    const block = encodeBlock(['x', 'y'.repeat(70_000)]);
    client.send(headers(1, block.slice(0, 16_384), FLAG.END_STREAM));
    for (let at = 16_384; at < block.length; at += 16_384)
      client.send(continuation(1, block.slice(at, at + 16_384), at + 16_384 >= block.length));
    await assert.rejects(content, /trailers have more than/);
    assert.equal(exchange.body.failure?.status, 431);
    exchange.respond(431, '', [], '');
    await client.received('HEADERS 1 431 END_STREAM');
    assert.equal(exchange.number, 1);
  });
});

describe('a connection of HTTP/2 over TLS', () => {
  it('begins with the settings, which wait for nothing', async (t) => {
    const { port, ca } = await open(t, { tls: true });
    const client = FrameClient.raw(t, port, ca);
    await client.received(/^WINDOW_UPDATE 0 /);
  });
});

describe('a connection of HTTP/2 with an error', () => {
  for (const tls of [false, true])
    it(`gets GOAWAY and its end ${tls ? 'over TLS' : 'without TLS'}`, async (t) => {
      const { port, ca, failures, exchanges } = await open(t, { tls });
      const client = FrameClient.open(t, port, [], ca);
      client.send(headers(1, post, OPEN));
      await until(() => exchanges.length === 1);
      client.send(data(3, 'idle'));
      await until(() => client.end !== 'open');
      assert.equal(client.end, 'fin');
      assert.equal(client.frames.at(-1), 'GOAWAY 1 PROTOCOL_ERROR');
      assert.equal(exchanges[0]?.ended, 'server-fin');
      assert.deepEqual(
        failures.map(({ error }) => [error.kind, error.status, error.code]),
        [['framing', 0, CODE.PROTOCOL_ERROR]],
      );
    });
});

function continuation(streamId: number, payload: string, isEnd: boolean): string {
  return formatFrame(FRAME.CONTINUATION, isEnd ? FLAG.END_HEADERS : 0, streamId, payload);
}

describe('what a client of HTTP/2 has announced', () => {
  it('is its settings, in their order, with their latest values, and 32 of them', async (t) => {
    const { client, next } = await open(t);
    client.send(settings([4, 70_000], [0xf0f0, 7], [2, 0]), settings([4, 80_000]), headers(1));
    const { connection } = await next();
    assert.deepEqual(connection.settings, [4, 80_000, 0xf0f0, 7, 2, 0]);
    const many = (start: number) =>
      settings(...Array.from({ length: 30 }, (_, index): [number, number] => [start + index, 1]));
    client.send(many(1000), many(2000));
    await client.ping();
    assert.equal(connection.settings.length, 64);
    client.send(settings([0xf0f0, 9]));
    await client.ping();
    assert.equal(connection.settings[3], 9);
  });

  it('is the last priority of a stream', async (t) => {
    const { client, next } = await open(t);
    const update = (value: string) => formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, `${formatUint32(1)}${value}`);
    client.send(update('u=5'), update('u=1'), headers(1), headers(3));
    const first = await next();
    assert.deepEqual([first.priorityUpdate, (await next(2)).priorityUpdate], ['u=1', '']);
    client.send(update('u=0'));
    await client.ping();
    assert.equal(first.priorityUpdate, 'u=0');
  });
});
