import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { transcript } from '#test/support/wire/transcript.ts';
import { anyBody, type Method } from './endpoint.ts';
import { LATENCY_BOUNDS, RequestMetrics } from './request-metrics.ts';

/** The counters of all routes that have any, as `route method status=count … bytes received/sent`. */
function outline({ routes }: RequestMetrics): string[] {
  return [...routes].flatMap(({ route, methods }) =>
    [...methods].map(({ method, byStatus, requestBytes, responseBytes }) => {
      const statuses = [...byStatus].map(([status, count]) => `${status}=${count}`);
      return [route, method, ...statuses, `${requestBytes}/${responseBytes}`].join(' ');
    }),
  );
}

const send = (line: string, body = '') =>
  `${line} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('the metrics of requests', () => {
  it('count them by route, method and status, with the bytes of their bodies', async (t) => {
    const requestMetrics = new RequestMetrics();
    const methods: readonly Method[] = ['*'];
    const at = endpoint({
      ...anything,
      path: '/a/{b}',
      methods,
      body: anyBody('Bytes.'),
      handle: ({ exchange, body, params }) => exchange.send(Number(params.b), [], `${body}${body}`),
    });
    const gone = endpoint({ ...anything, path: '/gone', handle: ({ exchange }) => exchange.destroy() });
    const { port } = await serveToy(t, [at, gone], {}, { requestMetrics });
    for (const text of [
      send('POST /a/200', 'abc'),
      send('POST /a/200?x', 'ab'),
      send('POST /a/404', 'a'),
      send('GET /a/200'),
      send('PROPFIND /a/200', 'a'),
      send('PURGE /a/200'),
      send('GET /none'),
      send('GET /other'),
      send('GET /gone'),
      'GET /a\tb HTTP/1.1\r\n\r\n',
      'CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\n\r\n',
    ])
      await transcript(port, [text]);
    requestMetrics.addUpgrade('/ws', 101);
    requestMetrics.addUpgrade('/ws', 101);
    await until(() => requestMetrics.inFlight === 0);
    assert.deepEqual(outline(requestMetrics), [
      '(unknown) GET 404=2 0/70',
      '/a/{b} POST 200=2 404=1 6/12',
      '/a/{b} GET 200=1 0/0',
      '/a/{b} OTHER 200=2 1/2',
      '/gone GET 0=1 0/0',
      '(unparsed) OTHER 400=1 501=1 0/0',
      '/ws GET 101=2 0/0',
    ]);
    const [latency, ...others] = requestMetrics.latencies;
    assert.deepEqual([latency?.service, others], ['toy', []]);
    assert.equal(
      latency?.byLatency.reduce((sum, count) => sum + count, 0),
      9,
    );
  });

  it('count latencies by their upper bounds, in seconds', async (t) => {
    // Dashboards refer to the bounds.
    assert.equal(
      LATENCY_BOUNDS.join(),
      '0.0005,0.001,0.0025,0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30',
    );
    const bounds = [...LATENCY_BOUNDS, 31];
    let milliseconds = 0;
    const runtime = { ...createRuntime(), monotonic: () => milliseconds };
    const requestMetrics = new RequestMetrics();
    const at = endpoint({
      ...anything,
      path: '/',
      handle({ exchange }) {
        milliseconds = (bounds.shift() ?? assert.fail()) * 1000;
        exchange.send(200, [], '');
      },
    });
    const { port } = await serveToy(t, [at], {}, { runtime, requestMetrics });
    assert.equal(requestMetrics.latencies.length, 0);
    for (let index = 0; index <= LATENCY_BOUNDS.length; index++) {
      milliseconds = 0;
      await transcript(port, [send('GET /')]);
    }
    await until(() => requestMetrics.inFlight === 0);
    const [latency] = requestMetrics.latencies;
    assert.deepEqual(latency?.byLatency, Array(LATENCY_BOUNDS.length + 1).fill(1));
    const total = LATENCY_BOUNDS.reduce((sum, bound) => sum + bound, 31);
    assert.ok(Math.abs(latency.seconds - total) < 1e-6, `${latency.seconds}`);
  });
});
