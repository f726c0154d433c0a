import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { formatHandshake } from '#test/support/wire/websocket-frames.ts';
import { HttpError } from '../errors/errors.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** The members of an exchange that the limiter uses. */
function exchangeFrom(peerAddress: string) {
  const exchange = new EventEmitter();
  const onClose = (action: () => void) => void exchange.once('close', action);
  return { peerAddress, field: () => undefined, onClose, end: () => void exchange.emit('close') };
}

const tooMany = (error: unknown) => error instanceof HttpError && error.status === 429;

describe('the limit of requests in progress for one address', () => {
  test('counts each address separately, and removes an address without requests in progress', () => {
    const counts = new Map<string, number>();
    const limiter = createConcurrencyLimiter(2, undefined, counts);
    const [first, second] = [exchangeFrom('192.0.2.1'), exchangeFrom('192.0.2.1')];
    const other = exchangeFrom('192.0.2.2');
    for (const exchange of [first, second, other]) {
      limiter.check(exchange);
      limiter.acquire(exchange, exchange.onClose);
    }
    assert.throws(() => limiter.check(exchangeFrom('192.0.2.1')), tooMany);
    limiter.check(exchangeFrom('192.0.2.2'));
    first.end();
    limiter.check(exchangeFrom('192.0.2.1'));
    second.end();
    assert.deepEqual([...counts], [['192.0.2.2', 1]]);
    other.end();
    assert.equal(counts.size, 0);
  });

  test('counts neither a closed exchange nor, without a limit, any exchange', () => {
    const counts = new Map<string, number>();
    const over = exchangeFrom('192.0.2.1');
    createConcurrencyLimiter(1, undefined, counts).acquire(over, (release) => release());
    const { onClose } = over;
    createConcurrencyLimiter(0, undefined, counts).acquire(over, onClose);
    assert.equal(counts.size, 0);
  });

  test('counts open WebSocket connections, until they close', async (t) => {
    const server = await serve(t, { maxConcurrency: 2 });
    const handshake = async () => {
      const socket = connect(server.port, '127.0.0.1');
      t.after(() => socket.destroy());
      socket.write(formatHandshake(server.port));
      const [head] = await once(socket, 'data');
      return { socket, line: String(head).split('\r\n', 1)[0] };
    };
    const [first, second, third] = [await handshake(), await handshake(), await handshake()];
    const accepted = 'HTTP/1.1 101 Switching Protocols';
    assert.deepEqual(
      [first, second, third].map(({ line }) => line),
      [accepted, accepted, 'HTTP/1.1 429 TOO MANY REQUESTS'],
    );
    const rejected = await server.get('/get');
    assert.deepEqual([rejected.status, rejected.field('Retry-After')], [429, '1']);
    first.socket.destroy();
    let status = 429;
    for (let tries = 0; status === 429 && tries < 100; tries++) status = (await server.get('/get')).status;
    assert.equal(status, 200);
    assert.equal((await handshake()).line, accepted);
  });

  test('does not apply to the control API, over HTTP/1.1 and HTTP/2', async (t) => {
    const server = await serve(t, { maxConcurrency: 2, h2c: true });
    const hanging = Array.from({ length: 3 }, () => server.get('/delay/9'));
    await Promise.race(hanging);
    const requests = [
      { path: '/_sparring/ready' },
      { path: '/_sparring/health' },
      { path: '/_sparring/requests' },
      { method: 'DELETE', path: '/_sparring/rules' },
      {
        method: 'POST',
        path: '/_sparring/requests/await',
        body: '{"match":{"path":"/none"},"within":"10ms"}',
      },
    ];
    for (const request of requests) {
      const statuses = [
        (await server.send(request)).status,
        (await requestHttp2(server.url, request)).status,
      ];
      const expected = { DELETE: 204, POST: 408, GET: 200 }[request.method ?? 'GET'];
      assert.deepEqual(statuses, [expected, expected], request.path);
    }
    for (const path of ['/get', '/docs', '/login', '/api/v3/meta']) {
      assert.equal((await server.get(path)).status, 429, path);
      assert.equal((await requestHttp2(server.url, { path })).status, 429, path);
    }
  });

  test('does not count requests to the control API', async (t) => {
    const server = await serve(t, { maxConcurrency: 1 });
    const body = '{"match":{"path":"/status/299"},"within":"10s"}';
    const waiting = server.send({ method: 'POST', path: '/_sparring/requests/await', body });
    const inFlight = async () =>
      /^sparring_http_requests_in_flight (\d+)$/m.exec((await server.get('/_sparring/metrics')).text())?.[1];
    // The request for the metrics is in flight, too.
    for (let tries = 0; tries < 1000 && (await inFlight()) !== '2'; tries++);
    assert.equal(await inFlight(), '2');
    assert.equal((await server.get('/status/299')).status, 299);
    assert.equal((await waiting).status, 200);
  });

  test('counts the client behind a trusted proxy, and an IPv6 network as one client', async (t) => {
    const server = await serve(t, { maxConcurrency: 1, trustedProxies: ['127.0.0.1'] });
    const from = (client: string, path = '/get') => server.get(path, [['X-Forwarded-For', client]]);
    const hanging = ['203.0.113.1', '2001:db8:0:1::1'].flatMap((client) => [
      from(client, '/delay/9'),
      from(client, '/delay/9'),
    ]);
    // The second request of each client.
    await Promise.all([Promise.race(hanging.slice(0, 2)), Promise.race(hanging.slice(2))]);
    const statuses = new Map([
      ['203.0.113.1', 429],
      ['2001:db8:0:1:ffff::2', 429],
      // The proxy appends to what the client sent.
      ['192.0.2.9, 203.0.113.1', 429],
      ['203.0.113.2', 200],
      ['2001:db8:0:2::1', 200],
    ]);
    for (const [client, status] of statuses) assert.equal((await from(client)).status, status, client);
    const direct = await serve(t, { maxConcurrency: 1 });
    const first = direct.get('/delay/9', [['X-Forwarded-For', '203.0.113.1']]);
    const second = direct.get('/delay/9', [['X-Forwarded-For', '203.0.113.2']]);
    assert.equal((await Promise.race([first, second])).status, 429, 'the header of any client is not used');
  });

  test('accepts requests of an address again when its requests are complete', async (t) => {
    const server = await serve(t, { maxConcurrency: 1 });
    for (let round = 0; round < 3; round++) {
      const slow = server.get('/delay/0.3');
      let status = 200;
      while (status === 200) {
        status = (await server.get('/get')).status;
        await nextIteration();
      }
      assert.equal(status, 429);
      assert.equal((await slow).status, 200);
      // The client may read the end of the response before the server has closed the response.
      for (let tries = 0; status === 429 && tries < 100; tries++) status = (await server.get('/get')).status;
      assert.equal(status, 200);
    }
  });
});
