import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint, serveToy, type ToyLimits } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import type { Recorder } from '../message/recorder.ts';
import type { UpgradeCall } from '../routing/endpoint.ts';
import { RequestMetrics } from '../routing/request-metrics.ts';

interface Handshake {
  readonly line?: string;
  readonly host?: string;
  readonly more?: string;
}

const formatHandshake = ({
  line = 'GET /websocket/echo HTTP/1.1',
  host = 'Host: localhost\r\n',
  more = '',
}: Handshake) =>
  `${line}\r\n${host}Connection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

describe('a handshake of a WebSocket', () => {
  it('upgrades the connection', async (t) => {
    const server = await serve(t);
    for (const input of [
      {},
      { line: 'GET /bin/b/websocket/echo HTTP/1.1' },
      { more: 'Content-Length: 0\r\n' },
    ]) {
      const [response] = await exchangeBytes(server.port, formatHandshake(input));
      assert.deepEqual(
        [response?.status, response?.field('upgrade')],
        [101, 'websocket'],
        JSON.stringify(input),
      );
    }
  });

  it('with an invalid head gets the error of an ordinary request', async (t) => {
    const server = await serve(t);
    for (const input of [
      { host: '' },
      { host: 'Host: a\r\nHost: b\r\n' },
      { host: 'Host: a/b\r\n' },
      { host: 'Host: user@a\r\n' },
      { line: 'GET http://a:x/websocket/echo HTTP/1.1' },
      { more: 'Sparring-Bin: a b\r\n' },
    ]) {
      const [response] = await exchangeBytes(server.port, formatHandshake(input));
      assert.equal(response?.status, 400, JSON.stringify(input));
      assert.notEqual(response.text(), '', JSON.stringify(input));
    }
  });

  it('with content, or by another method, version or path is an ordinary request', async (t) => {
    const server = await serve(t);
    for (const [input, status] of [
      [{ line: 'GET /get HTTP/1.1' }, 200],
      [{ line: 'POST /websocket/echo HTTP/1.1' }, 405],
      [{ line: 'GET /websocket/echo HTTP/1.0' }, 426],
      [{ line: 'GET /websocket/none HTTP/1.1' }, 404],
    ] as const) {
      const [response] = await exchangeBytes(server.port, formatHandshake(input));
      assert.equal(response?.status, status, input.line);
    }
    const [response] = await exchangeBytes(
      server.port,
      `${formatHandshake({ more: 'Content-Length: 2\r\n' })}hi`,
    );
    assert.equal(response?.status, 426);
  });

  it('behind a request in progress follows its response', async (t) => {
    const server = await serve(t);
    const slow = 'GET /delay/0.2 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const [first, second] = await exchangeBytes(server.port, slow + formatHandshake({}), ['GET', 'GET']);
    assert.deepEqual([first?.status, second?.status], [200, 101]);
  });
});

const SWITCHING = ['HTTP/1.1 101 Switching Protocols', 'X-A: 1'];

/** A service with one endpoint that upgrades, and a client that has sent a handshake to it. */
async function openUpgrade(
  t: TestContext,
  upgrade: (call: UpgradeCall<unknown>) => void | Promise<void>,
  limits: ToyLimits = {},
) {
  const upgrading = endpoint({
    ...anything,
    path: '/up',
    methods: ['GET'],
    handle: ({ exchange }) => exchange.empty(426),
    upgrade,
  });
  const { port, logged, close } = await serveToy(t, [upgrading], { isRecorded: true }, limits);
  const handshake = () => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    let text = '';
    let isClosed = false;
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        isClosed = true;
      });
    socket.write(formatHandshake({ line: 'GET /up HTTP/1.1' }));
    return { socket, text: () => text, isClosed: () => isClosed };
  };
  return { handshake, logged, close };
}

/** Responds as a protocol would, and leaves the connection open. */
const accept = ({ socket, recorder }: UpgradeCall<unknown>) => {
  socket.resume();
  recorder.head(SWITCHING);
  socket.write(`${SWITCHING.join('\r\n')}\r\n\r\n`);
};

describe('an upgraded connection', () => {
  it('is recorded and counted, with its number, its head and its messages', async (t) => {
    const events: unknown[] = [];
    const recorder: Recorder = {
      started() {},
      ended() {},
      connected() {},
      disconnected() {},
      tlsFailed() {},
      rejected() {},
      canRecord: () => true,
      upgraded({ method, target, connection }, template, socket) {
        const { requestCount } = connection.info;
        events.push([method, target.path, template, socket.writable, requestCount]);
        return {
          head: (lines) => void events.push(lines),
          content: (chunk) => void events.push(['content', String(chunk)]),
          received: (type, content, code) => void events.push(['received', type, String(content), code]),
          sent: (type, content, code) => void events.push(['sent', type, String(content), code]),
        };
      },
    };
    const requestMetrics = new RequestMetrics();
    const { handshake } = await openUpgrade(
      t,
      (call) => {
        accept(call);
        call.recorder.content(Buffer.from('a'));
        call.recorder.received('text', Buffer.from('b'));
        call.recorder.sent('close', Buffer.from('c'), 1000);
      },
      { recorder, requestMetrics },
    );
    const client = handshake();
    await until(() => client.text() !== '');
    assert.deepEqual(events, [
      ['GET', '/up', '/up', true, 1],
      SWITCHING,
      ['content', 'a'],
      ['received', 'text', 'b', undefined],
      ['sent', 'close', 'c', 1000],
    ]);
    const counted = [...requestMetrics.routes].flatMap(({ route, methods }) =>
      [...methods].map(({ method, byStatus }) => [route, method, ...byStatus]),
    );
    // The counters of unknown paths exist from the start.
    assert.deepEqual(counted, [['/up', 'GET', [101, 1]]]);
  });

  it('counts as a request in progress until it closes', async (t) => {
    const { handshake } = await openUpgrade(t, accept);
    const clients = [handshake(), handshake(), handshake()];
    await until(() => clients.every((client) => client.text().startsWith('HTTP/1.1 101 ')));
    const fourth = handshake();
    await until(() => fourth.text() !== '');
    assert.match(fourth.text(), /^HTTP\/1\.1 429 /);
    clients[0]?.socket.resetAndDestroy();
    // The server notices the end of the connection later.
    await until(async () => {
      const next = handshake();
      await until(() => next.text() !== '');
      return next.text().startsWith('HTTP/1.1 101 ');
    });
  });

  it('is destroyed when the endpoint fails, and the error is logged', async (t) => {
    const error = new Error('broken');
    const { handshake, logged } = await openUpgrade(t, () => Promise.reject(error));
    const client = handshake();
    await until(client.isClosed);
    assert.deepEqual([client.text(), logged], ['', [{ message: 'Unexpected error', details: { error } }]]);
  });

  it('is destroyed when the server closes', async (t) => {
    const { handshake, close } = await openUpgrade(t, accept);
    const client = handshake();
    await until(() => client.text() !== '');
    const closed = close();
    await until(client.isClosed);
    await closed;
  });
});
