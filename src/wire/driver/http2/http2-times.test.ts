import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { endOf } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { data, headers, request, settings, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { openTimed, openTimedOne, TICK } from '#test/support/wire/timed-http2.ts';
import { FLAG, PREFACE } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

const OPEN = FLAG.END_HEADERS;
const post = request([], 'POST');

describe('the time limits of a connection of HTTP/2', () => {
  it('end one without a request, from its start', async (t) => {
    const { client, failures, pass } = await openTimed(t, 0);
    pass(99);
    await client.ping();
    pass(1);
    await until(() => client.end === 'fin');
    assert.deepEqual([client.frames.at(-1), failures], ['GOAWAY 0 NO_ERROR', []]);
  });

  it('end one without a request in progress, from the end of the last one, although it sends PING', async (t) => {
    const { client, exchange, pass } = await openTimedOne(t);
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
    const { client, exchange, other, pass } = await openTimed(t, 2, 3);
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
    const { client, exchange, pass } = await openTimedOne(t, 3);
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
    const { client, exchanges, pass } = await openTimedOne(t);
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
    const { client, exchanges, pass } = await openTimed(t, 0);
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
    const { client, exchanges, pass } = await openTimedOne(t);
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
    const { client, exchange, pass } = await openTimedOne(t, 2_000_000_000);
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
    const { client, exchange, pass } = await openTimedOne(t);
    exchange.connection.closeWhenIdle(100_000, 'reset');
    exchange.respond(200, '', [], '');
    await endOf(exchange);
    pass(400);
    await until(() => client.end === 'fin');
  });

  it('do not end a slow response', async (t) => {
    const { client, exchange, pass } = await openTimedOne(t);
    exchange.start(200, '', []);
    pass(100_000);
    assert.equal(exchange.ended, undefined);
    exchange.end();
    await client.received('DATA 1 END_STREAM');
  });
});
