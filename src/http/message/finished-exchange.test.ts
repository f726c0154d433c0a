import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { request } from '#test/support/wire/wire.ts';
import type { FinishedExchange } from './finished-exchange.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/**
 * A server of its own for each test: the option `observe` belongs to one server in this process, and a clock is frozen.
 * The configurations do not affect the record; that a disconnected request ends in each is in `framing.test.ts`.
 */
async function observe(t: TestContext, runtime = createRuntime()) {
  const seen: FinishedExchange[] = [];
  const server = await serve(t, { runtime, observe: (finished) => void seen.push(finished) });
  const next = async () => {
    await until(() => seen.length > 0);
    return seen.shift() as FinishedExchange;
  };
  return { server, next };
}

describe('a finished exchange', () => {
  it('has the status, the length of the content and the protocol', async (t) => {
    const { server, next } = await observe(t);
    const response = await server.get('/json');
    const finished = await next();
    assert.equal(finished.bytes, response.body.length);
    assert.partialDeepStrictEqual(finished, {
      method: 'GET',
      template: '/json',
      status: 200,
      protocol: 'HTTP/1.1',
    });
    await server.get('/stream/3');
    assert.ok((await next()).bytes > 100, 'the content of a stream counts');
    await server.send({ method: 'HEAD', path: '/json' });
    assert.equal((await next()).bytes, 0);
  });

  it('has the id of its entry in the journal', async (t) => {
    const { server, next } = await observe(t);
    await server.get('/json');
    assert.equal((await next()).entry, 1);
    await server.get('/login');
    assert.equal((await next()).entry, undefined);
    await server.get('/json');
    assert.equal((await next()).entry, 2);
  });

  it('names the service of the path, also of an unknown path', async (t) => {
    const { server, next } = await observe(t);
    for (const [path, service] of [
      ['/json', 'testing'],
      ['/unknown', 'testing'],
      ['/login', 'accounts'],
      ['/settings/unknown', 'accounts'],
      ['/api/v3/user', 'api'],
      ['/_sparring', 'control'],
    ] as const) {
      await server.get(path);
      assert.equal((await next()).service, service, path);
    }
  });

  it('has a real duration while the clock is frozen', async (t) => {
    const { server, next } = await observe(t, createRuntime({ now: 0 }));
    server.authorizationContext.runtime.clock.freeze(0);
    await server.get('/json');
    const { milliseconds } = await next();
    assert.ok(milliseconds > 0 && milliseconds < 60_000, String(milliseconds));
  });

  it('has an id of its own, and the trace of a valid traceparent', async (t) => {
    const { server, next } = await observe(t);
    await server.get('/json', [['traceparent', `00-${TRACE}-${SPAN}-01`]]);
    const first = await next();
    assert.deepEqual([first.traceId, first.spanId], [TRACE, SPAN]);
    await server.get('/json', [['traceparent', `00-${TRACE}-${SPAN}-0G`]]);
    const second = await next();
    assert.deepEqual([second.traceId, second.spanId], [undefined, undefined]);
    assert.match(second.requestId, /^[0-9a-f-]{36}$/);
    assert.notEqual(first.requestId, second.requestId);
  });

  it('has the status 0 when the client disconnects before the response', async (t) => {
    const { server, next } = await observe(t);
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET /delay/9 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
    );
    // The server reads the requests in the order of their arrival.
    await server.get('/get');
    assert.equal((await next()).status, 200);
    socket.destroy();
    assert.equal((await next()).status, 0);
  });
});

// No endpoint of the services throws an unexpected error.
it('the log line of an unexpected error has the id of the response, and the trace', async (t) => {
  const broken = endpoint({
    ...anything,
    path: '/broken',
    methods: ['GET'],
    handle() {
      throw new Error('broken');
    },
  });
  const { port, logged, finished } = await serveToy(t, [broken]);
  const fields = [['traceparent', `00-${TRACE}-${SPAN}-01`]] as const;
  const response = await request(port, { path: '/broken', fields });
  await until(() => finished.length > 0);
  const requestId = finished[0]?.requestId ?? '';
  assert.partialDeepStrictEqual(logged, [{ details: { requestId, trace_id: TRACE, span_id: SPAN } }]);
  assert.ok(response.text().includes(requestId));
});
