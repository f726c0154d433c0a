import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ServerOptions } from '#server/server.ts';
import { createLocalState } from '#shared/local-state.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { until } from '#test/support/until.ts';

/** A server, and its metrics by name and labels. */
async function serveMetrics(t: TestContext, options: Partial<ServerOptions> = {}) {
  const api = await serveControlled(t, options);
  const scrape = async (): Promise<Map<string, number>> => {
    const response = await api.control('GET', '/metrics');
    assert.equal(response.status, 200);
    assert.equal(response.field('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8');
    return new Map(
      response
        .text()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line): [string, number] => {
          const end = line.lastIndexOf(' ');
          return [line.slice(0, end), Number(line.slice(end + 1))];
        }),
    );
  };
  return { ...api, scrape };
}

const basic = (login: string, password: string) =>
  ['Authorization', `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`] as const;

describe('GET /_sparring/metrics', () => {
  it('counts requests by template, method and status, with their latency and bytes', async (t) => {
    const { send, scrape } = await serveMetrics(t);
    await send({ path: '/status/418' });
    await send({ path: '/status/418' });
    const response = await send({ method: 'POST', path: '/post', body: 'x'.repeat(1000) });
    await send({ path: '/docs' });
    await send({ path: '/api/v3/unknown' });
    const metrics = await scrape();
    const tea = 'route="/status/{codes}",method="GET"';
    assert.equal(metrics.get(`sparring_http_requests_total{${tea},status="418"}`), 2);
    for (const [service, count] of [
      ['testing', 3],
      ['docs', 1],
      ['api', 1],
    ]) {
      const label = `service="${service}"`;
      assert.equal(metrics.get(`sparring_http_request_duration_seconds_count{${label}}`), count);
      assert.equal(metrics.get(`sparring_http_request_duration_seconds_bucket{le="+Inf",${label}}`), count);
    }
    const post = 'route="/post",method="POST"';
    assert.equal(metrics.get(`sparring_http_request_bytes_total{${post}}`), 1000);
    assert.equal(metrics.get(`sparring_http_response_bytes_total{${post}}`), response.body.length);
  });

  it('counts requests that the parser rejects, and WebSocket connections, without a latency', async (t) => {
    const { port, send, scrape } = await serveMetrics(t);
    for (const text of ['not HTTP\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n']) {
      const socket = connect(port, '127.0.0.1');
      socket.end(text);
      await once(socket.resume(), 'close');
    }
    const upgrade = [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
    ] as const;
    const key = ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='] as const;
    const lines = [...upgrade, key].map((field) => `${field.join(': ')}\r\n`).join('');
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(`GET /websocket/echo HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
    await once(socket, 'data');
    await send({ path: '/websocket/echo', fields: upgrade });
    await send({ path: '/websocket/echo?max_message_size=x', fields: [...upgrade, key] });
    const metrics = await scrape();
    const total = (labels: string) => metrics.get(`sparring_http_requests_total{${labels}}`);
    assert.equal(total('route="(unparsed)",method="OTHER",status="400"'), 1);
    assert.equal(total('route="(unparsed)",method="OTHER",status="501"'), 1);
    assert.equal(total('route="/websocket/echo",method="GET",status="101"'), 1);
    assert.equal(total('route="/websocket/echo",method="GET",status="400"'), 2);
    assert.equal(metrics.get('sparring_http_request_duration_seconds_count{service="testing"}'), undefined);
  });

  it('counts the entries of the journal, and those that it dropped', async (t) => {
    const { send, scrape } = await serveMetrics(t, { journal: 2 });
    for (let count = 0; count < 5; count++) await send({ path: '/get' });
    const metrics = await scrape();
    assert.equal(metrics.get('sparring_journal_entries'), 2);
    assert.equal(metrics.get('sparring_journal_dropped_total'), 3);
  });

  it('counts the open connections', async (t) => {
    const { port, scrape } = await serveMetrics(t);
    const sockets = [1, 2].map(() => connect(port, '127.0.0.1'));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // With the connection of the scrape.
    assert.equal((await scrape()).get('sparring_open_connections'), 3);
  });

  it('has real latencies while the clock is frozen', async (t) => {
    const { send, scrape } = await serveMetrics(t);
    await send({ path: '/get' });
    const seconds = (await scrape()).get('sparring_http_request_duration_seconds_sum{service="testing"}');
    assert.ok(seconds !== undefined && seconds > 0 && seconds < 10, String(seconds));
  });

  it('has buckets that count up to the number of requests', async (t) => {
    const { send, scrape } = await serveMetrics(t);
    for (let sent = 0; sent < 3; sent++) await send({ path: '/get' });
    const buckets = [...(await scrape())].filter(([name]) =>
      /_duration_seconds_bucket\{le="[^"]+",service="testing"/.test(name),
    );
    const counts = buckets.map(([, count]) => count);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    );
    assert.equal(counts.at(-1), 3);
    assert.equal(counts.length, 16);
  });

  it('is small after requests to every route, and compressed for clients that accept it', async (t) => {
    const { control, services, send } = await serveMetrics(t);
    const paths = services.flatMap(({ endpoints }) => endpoints.map(({ examples: [example] }) => example));
    for (const example of paths)
      if (example && !/\/delay|\/drip|\/live|\/await|\/clock|\/reset|upload/.test(example.path))
        await send({ method: 'OPTIONS', path: example.path.split('?')[0] ?? '' });
    const plain = await control('GET', '/metrics');
    const text = plain.text();
    assert.ok(
      text.split('\n').filter((line) => line.startsWith('sparring_http_requests_total')).length > 150,
    );
    assert.ok(text.length < 150_000, `${text.length} bytes`);
    const histogram = text.match(/^sparring_http_request_duration_seconds_bucket/gm)?.length ?? 0;
    assert.ok(histogram <= 16 * services.length, `${histogram} series`);
    const fields = [['Accept-Encoding', 'gzip']] as const;
    const compressed = await send({ path: '/_sparring/metrics', fields });
    assert.equal(compressed.field('Content-Encoding'), 'gzip');
    assert.match(gunzipSync(compressed.body).toString(), /^# HELP sparring_http_requests_total/);
    assert.ok(compressed.body.length < 20_000, `${compressed.body.length} bytes`);
  });

  it('has bounded labels: one route for unknown paths, one method for unknown methods', async (t) => {
    const { send, scrape } = await serveMetrics(t);
    for (const path of ['/s3cret-1', '/s3cret-2', '/s3cret-3?token=s3cret']) await send({ path });
    await send({ method: 'PURGE', path: '/anything' });
    const metrics = await scrape();
    assert.equal(metrics.get('sparring_http_requests_total{route="(unknown)",method="GET",status="404"}'), 3);
    assert.equal(
      metrics.get('sparring_http_requests_total{route="/anything",method="OTHER",status="200"}'),
      1,
    );
    assert.doesNotMatch([...metrics.keys()].join(), /s3cret|PURGE/);
  });

  it('counts a request in flight until the client disconnects', async (t) => {
    const { port, scrape } = await serveMetrics(t);
    const upload = connect(port, '127.0.0.1', () =>
      upload.write('POST /post HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf'),
    );
    // The request for the metrics is in flight, too.
    await until(async () => (await scrape()).get('sparring_http_requests_in_flight') === 2);
    upload.destroy();
    await until(async () => (await scrape()).get('sparring_http_requests_in_flight') === 1);
    const metrics = await scrape();
    assert.equal(metrics.get('sparring_http_request_duration_seconds_count{service="testing"}'), 1);
    assert.equal(metrics.get('sparring_http_request_bytes_total{route="/post",method="POST"}'), 4);
  });

  it('counts sign-ins by factor and outcome', async (t) => {
    const { send, scrape } = await serveMetrics(t, { lockoutFailures: 2 });
    const agent = ['User-Agent', 'test'] as const;
    const call = (password: string) =>
      send({ path: '/api/v3/user', fields: [agent, basic('mona', password)] });
    await call('correct-horse-1');
    await call('correct-horse-1');
    await call('wrong-1');
    await call('wrong-2');
    await call('wrong-3');
    await send({ path: '/api/v3/user', fields: [agent, ['Authorization', `token ${'0'.repeat(40)}`]] });
    const metrics = await scrape();
    const counts = [...metrics].filter(([name]) => name.startsWith('sparring_sign_ins_total'));
    assert.deepEqual(Object.fromEntries(counts), {
      'sparring_sign_ins_total{factor="password",outcome="success"}': 2,
      'sparring_sign_ins_total{factor="password",outcome="failure"}': 2,
      'sparring_sign_ins_total{factor="password",outcome="locked"}': 1,
      'sparring_sign_ins_total{factor="token",outcome="failure"}': 1,
    });
  });

  it('has the lengths of queues, the memory and the event loop delay', async (t) => {
    const { scrape } = await serveMetrics(t);
    await scrape();
    await sleep(200);
    const metrics = await scrape();
    for (const queue of ['password_checks', 'audit', 'token_uses', 'notices'])
      assert.equal(metrics.get(`sparring_queue_length{queue="${queue}"}`), 0);
    assert.equal(metrics.get('sparring_audit_dropped_calls_total'), 0);
    assert.equal(metrics.get('sparring_body_memory_bytes{state="used"}'), 0);
    const delay = metrics.get('sparring_event_loop_delay_seconds{quantile="0.5"}');
    assert.ok(delay !== undefined && delay >= 0 && delay < 1, String(delay));
    assert.ok((metrics.get('process_resident_memory_bytes') ?? 0) > 1e7);
    assert.ok((metrics.get('process_cpu_seconds_total') ?? 0) > 0);
    assert.equal(
      metrics.get('sparring_queue_length{queue="database_pool"}'),
      undefined,
      'SQLite has no pool',
    );
  });

  it('has the state of the pool of PostgreSQL', async (t) => {
    const database = await openPostgresSchema(t);
    if (database === undefined) return;
    const { scrape } = await serveMetrics(t, { database, databasePoolSize: 7 });
    const metrics = await scrape();
    assert.equal(metrics.get('sparring_database_pool_connections{state="limit"}'), 7);
    const open = metrics.get('sparring_database_pool_connections{state="open"}') ?? 0;
    assert.ok(open > 0 && open <= 7, String(open));
    assert.ok((metrics.get('sparring_database_pool_connections{state="idle"}') ?? 8) <= open);
    assert.equal(metrics.get('sparring_queue_length{queue="database_pool"}'), 0);
  });

  it('counts for each server of a process', async (t) => {
    const [one, other] = [await serveMetrics(t), await serveMetrics(t)];
    await one.send({ path: '/get' });
    const series = 'sparring_http_requests_total{route="/get",method="GET",status="200"}';
    assert.equal((await one.scrape()).get(series), 1);
    assert.equal((await other.scrape()).get(series), undefined);
  });

  it('names the worker in each series', async (t) => {
    const { send, scrape } = await serveMetrics(t, {
      openShared: async () => ({ ...createLocalState(), worker: 3 }),
    });
    await send({ path: '/get' });
    const names = [...(await scrape()).keys()];
    assert.ok(
      names.includes('sparring_http_requests_total{route="/get",method="GET",status="200",worker="3"}'),
    );
    assert.deepEqual(
      names.filter((name) => !name.includes('worker="3"')),
      [],
    );
  });

  it('is closed to other machines without the token, and to pages', async (t) => {
    const { send } = await serveMetrics(t);
    const path = '/_sparring/metrics';
    assert.equal((await send({ path, fields: [['X-Forwarded-For', '192.0.2.1']] })).status, 403);
    assert.equal((await send({ path, fields: [['Origin', 'http://example.com']] })).status, 403);
  });

  it('does not exist without the control API', async (t) => {
    const { send } = await serveMetrics(t, { control: false });
    assert.equal((await send({ path: '/_sparring/metrics' })).status, 404);
  });
});
