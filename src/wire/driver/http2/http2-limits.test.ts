import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { holdsFor, until } from '#test/support/until.ts';
import { driveWire, type WireDriverOptions } from '#test/support/wire/driver.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { http2Attacks } from '#test/support/wire/http2-attacks.ts';
import { RequestFrames } from '#test/support/wire/http2-cases/case.ts';
import { headers, request, reset } from '#test/support/wire/http2-recorder.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG, FRAME, formatFrame, PREFACE } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;

async function open(t: TestContext, options: WireDriverOptions = {}) {
  const exchanges: WireExchange[] = [];
  const driver = await driveWire(t, (exchange) => void exchanges.push(exchange), { h2c: true, ...options });
  const next = async (count = 1): Promise<WireExchange> => {
    await until(() => exchanges.length >= count);
    return exchanges[count - 1] ?? assert.fail();
  };
  return { ...driver, exchanges, next };
}

const post = request([], 'POST');
const ping = formatFrame(FRAME.PING, 0, 0, '12345678');

describe('a flood over HTTP/2', () => {
  for (const tls of [false, true])
    for (const { title, first, frame } of http2Attacks(new RequestFrames('/', tls ? 'https' : 'http')))
      it(`of ${title} ends its connection, and takes little memory ${tls ? 'over TLS' : 'without TLS'}`, async (t) => {
        const driver = await driveWire(
          t,
          (exchange) => void (exchange.rejection && exchange.respond(431, '', [], '')),
          {
            h2c: true,
            tls,
          },
        );
        const url = `${tls ? 'https' : 'http'}://localhost:${driver.port}`;
        const client = FrameClient.open(t, driver.port, [], driver.ca);
        client.send(first);
        global.gc?.();
        const before = process.memoryUsage().rss;
        for (let index = 0; client.end === 'open' && index < 20_000; index += 50) {
          client.send(Array.from({ length: 50 }, (_, offset) => frame(index + offset)).join(''));
          await new Promise(setImmediate);
        }
        await until(() => client.end !== 'open');
        assert.match(client.frames.at(-1) ?? '', /^GOAWAY \d+ ENHANCE_YOUR_CALM$/);
        const grown = process.memoryUsage().rss - before;
        assert.ok(grown < 20 * 1024 * 1024, `${grown}`);
        assert.equal(driver.failures.at(-1)?.error.kind, 'flood');
        const probe = connect(url, driver.ca === undefined ? {} : { ca: driver.ca });
        await new Promise<void>((resolve, reject) => {
          probe
            .on('error', reject)
            .on('connect', () => probe.ping((error) => (error ? reject(error) : resolve())));
        });
        probe.destroy();
      });

  it('of streams that it resets is refused while their handlers go on', async (t) => {
    const handlers = Array.from({ length: 250 }, () => Promise.withResolvers<void>());
    let count = 0;
    const driver = await driveWire(
      t,
      (exchange) => {
        const handler = handlers[count++];
        if (handler !== undefined) return handler.promise;
        exchange.respond(200, '', [], '');
        return undefined;
      },
      { h2c: true },
    );
    const client = FrameClient.open(t, driver.port);
    for (let id = 1; id < 500; id += 2) client.send(headers(id), reset(id, CODE.CANCEL));
    client.send(headers(501));
    await client.ping();
    assert.deepEqual(client.of(501), ['RST_STREAM 501 REFUSED_STREAM']);
    handlers[7]?.resolve();
    await handlers[7]?.promise;
    client.send(headers(503));
    await client.ping();
    client.send(headers(505));
    await client.ping();
    assert.deepEqual(client.of(503), ['HEADERS 503 200 END_STREAM']);
    assert.deepEqual(client.of(505), ['HEADERS 505 200 END_STREAM']);
    assert.equal(count, 252);
  });

  it('of complete requests is served, although their handlers go on', async (t) => {
    const driver = await driveWire(
      t,
      (exchange) => {
        exchange.respond(200, '', [], '');
        return new Promise(() => {});
      },
      { h2c: true },
    );
    const client = FrameClient.open(t, driver.port);
    for (let id = 1; id < 600; id += 2) {
      client.send(headers(id));
      if (id % 100 === 99) await client.ping();
    }
    await client.ping();
    assert.deepEqual(client.of(599), ['HEADERS 599 200 END_STREAM']);
  });

  it('of frames that it does not read the answers of ends its connection without GOAWAY', async (t) => {
    const { port, failures, closed } = await open(t);
    const client = FrameClient.open(t, port);
    await client.ping();
    client.connection.tcp.pause();
    // The answers to fewer frames than those of a flood fill the socket.
    for (let index = 0; index < 3000 && closed.length === 0; index++) client.send(ping);
    await until(() => closed.length === 1);
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.error.code, CODE.ENHANCE_YOUR_CALM);
  });

  it('of requests whose responses it does not read pauses its connection', async (t) => {
    let count = 0;
    const { port } = await driveWire(
      t,
      (exchange) => {
        count++;
        exchange.respond(200, '', [['X-Large', 'x'.repeat(60_000)]], '');
      },
      { h2c: true },
    );
    const client = FrameClient.open(t, port);
    await client.ping();
    client.connection.tcp.pause();
    const { tcp } = client.connection;
    for (let index = 0; index < 240; index++) {
      client.send(headers(2 * index + 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const served = count;
    assert.ok(served < 240, String(served));
    await holdsFor(100, () => count === served);
    tcp.resume();
    await until(() => client.heads.length === 240);
  });
});

describe('the number of streams of a connection of HTTP/2', () => {
  it('is limited, and those whose exchanges have ended make room', async (t) => {
    const { port, exchanges, next } = await open(t);
    const client = FrameClient.open(t, port);
    for (let index = 0; index < 251; index++) client.send(headers(2 * index + 1, post, OPEN));
    await client.received('RST_STREAM 501 REFUSED_STREAM');
    assert.equal(exchanges.length, 250);
    client.send(reset(1, CODE.CANCEL));
    void (await next(2)).abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
    (await next(3)).respond(200, '', [], '');
    await client.received('RST_STREAM 5 NO_ERROR');
    await until(() => exchanges[0]?.connection.openExchanges === 247);
    for (let id = 503; id <= 509; id += 2) client.send(headers(id));
    await client.received('RST_STREAM 509 REFUSED_STREAM');
    await until(() => exchanges.length === 253);
  });
});

describe('the settings of HTTP/2', () => {
  it('must come first', async (t) => {
    const { port, failures } = await open(t);
    const client = FrameClient.raw(t, port);
    client.send(PREFACE, headers(1));
    await until(() => client.end === 'fin');
    assert.equal(client.frames.at(-1), 'GOAWAY 0 PROTOCOL_ERROR');
    assert.equal(failures.length, 1);
  });
});
