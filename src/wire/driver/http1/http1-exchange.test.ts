import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { openConnection, statuses } from '#test/support/wire/transcript.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, length: number, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${fields}\r\n`;
const CLOSE = 'Connection: close\r\n';
const EMPTY = [['Content-Length', '0']] as const;

describe('what follows the end of an exchange', () => {
  it('runs once, in its order, whatever one of them throws', async (t) => {
    const order: string[] = [];
    const { send, exchanges } = await serveWire(t, (exchange) => {
      exchange.onEnd(() => order.push('first'));
      exchange.onEnd(() => {
        order.push('throws');
        throw new Error('A defect');
      });
      exchange.onEnd(() => {
        order.push(`third ${exchange.ended}`);
        exchange.onEnd(() => order.push('nested'));
      });
      exchange.respond(200, 'OK', EMPTY, '');
      assert.equal(exchange.ended, undefined);
    });
    assert.deepEqual(statuses(await send([get('/a') + get('/b', CLOSE)])), [200, 200]);
    const once = ['first', 'throws', 'third answered', 'nested'];
    assert.deepEqual(order, [...once, ...once]);
    exchanges[0]?.onEnd(() => order.push('late'));
    exchanges[0]?.onEnd(() => {
      throw new Error('A defect');
    });
    assert.equal(order.at(-1), 'late');
  });

  it('does not run before the system has the last byte', async (t) => {
    const { exchanges, send } = await serveWire(
      t,
      (exchange) => void exchange.start(200, 'OK', [['Content-Length', '2']]),
    );
    const sending = send([get('/a', CLOSE)]);
    await until(() => exchanges.length === 1);
    const exchange = exchanges[0] ?? assert.fail();
    exchange.write('a');
    assert.equal(await exchange.connection.flushed(), true);
    exchange.write('b');
    exchange.end();
    // After its microtasks.
    for (let count = 0; count < 3; count++) await undefined;
    assert.equal(exchange.ended, undefined);
    assert.equal((await sending).end, 'end');
    assert.equal(exchange.ended, 'answered');
  });

  it('never runs within a call that completes the response', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => void exchange.start(200, 'OK', EMPTY));
    const sending = send([get('/a', CLOSE)]);
    await until(() => exchanges.length === 1);
    const [exchange] = exchanges;
    assert.equal(await exchange?.connection.flushed(), true);
    exchange?.end();
    assert.equal(exchange?.ended, undefined);
    assert.equal((await sending).end, 'end');
    assert.equal(exchange?.ended, 'answered');
  });

  it('precedes the failure of the content, which can be answered no more', async (t) => {
    const order: string[] = [];
    const { send } = await serveWire(t, (exchange) => {
      exchange.isClosing = exchange.head.target === '/closing';
      exchange.onEnd(() => order.push(`${exchange.ended} ${exchange.body.state}`));
      const fail = () => {
        assert.equal(exchange.connection.tcp.destroyed, false);
        order.push(`failed ${exchange.respond(500, '', [], '')}`);
      };
      exchange.body.read({ data() {}, end() {}, fail });
      exchange.respond(200, 'OK', EMPTY, '');
    });
    for (const target of ['/closing', '/open']) {
      const { text } = await send([`${post(target, 5)}abc`, /\r\n\r\n/], 30);
      assert.deepEqual(statuses({ text, end: 'end' }), [200]);
      await until(() => order.length === 2);
      assert.deepEqual(order.splice(0), ['answered open', 'failed ']);
    }
  });

  it('finds content that did not arrive failed', async (t) => {
    const failed: (string | undefined)[] = [];
    const { port, exchanges } = await serveWire(t, (exchange) => {
      exchange.body.read({ data() {}, end() {}, fail: (error) => void failed.push(error?.kind) });
      exchange.onEnd(() => failed.push(exchange.body.state));
    });
    const socket = await openConnection(port);
    socket.write(post('/a', 10));
    await until(() => exchanges.length === 1);
    socket.resetAndDestroy();
    await until(() => failed.length === 2);
    assert.deepEqual(failed, [undefined, 'failed']);
  });
});

describe('the connection of an exchange', () => {
  it('is described', async (t) => {
    for (const tls of [false, true]) {
      const { send, exchanges, port } = await serveWire(
        t,
        (exchange) => void exchange.respond(200, 'OK', EMPTY, ''),
        { tls },
      );
      await send([get('/a', CLOSE)]);
      const connection = exchanges[0]?.connection;
      assert.ok(connection);
      assert.deepEqual(
        [connection.isHttp2, connection.isSecure, connection.localAddress, connection.localPort],
        [false, tls, '127.0.0.1', port],
      );
      assert.equal(connection.remoteAddress, '127.0.0.1');
      assert.deepEqual(connection.settings, []);
      assert.match(connection.info.remote, /^127\.0\.0\.1:\d+$/);
      if (!connection.tcp.closed) await once(connection.tcp, 'close');
      assert.equal(connection.isOpen, false);
    }
  });
});

describe('an exchange of HTTP/1', () => {
  it('has no stream, and no rejection', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => {
      assert.deepEqual([exchange.status, exchange.isClosing, exchange.ended], [0, false, undefined]);
      assert.deepEqual([exchange.keepsExpectation, exchange.forcesContent], [false, false]);
      exchange.respond(200, 'OK', EMPTY, '');
    });
    await send([get('/a', CLOSE)]);
    const { streamId, priorityUpdate, rejection, status, number } = exchanges[0] ?? assert.fail();
    assert.deepEqual([streamId, priorityUpdate, rejection, status, number], [0, '', undefined, 200, 1]);
  });
});
