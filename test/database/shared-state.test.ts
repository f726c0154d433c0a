import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRuntime } from '#runtime.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import { openPostgresEngine } from '#shared/postgres/engine.ts';
import { administer, openPostgresSchema } from '../support/databases/postgres.ts';
import { timed } from '../support/databases/troubled-server.ts';
import { type Controlled, serveControlled } from '../support/servers/control.ts';
import { until } from '../support/until.ts';
import { openTcpProxy, type TcpProxy } from '../support/wire/tcp-proxy.ts';
import type { WireResponse } from '../support/wire/wire.ts';
import { sizeOf } from '../support/workers/workers.ts';

const log = { info() {}, warn() {}, error() {} };

/** A node whose shared state is in a database, and whose records are in memory: so only the shared state fails. */
async function serveNode(
  t: TestContext,
  rateLimit = 100,
): Promise<{ server: Controlled; proxy: TcpProxy; direct: string } | undefined> {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return undefined;
  const proxy = await openTcpProxy(direct);
  const runtime = createRuntime();
  const engine = await openPostgresEngine({ url: proxy.url, connectTimeout: 1000, runtime, log });
  const server = await serveControlled(t, {
    runtime,
    rateLimit,
    openShared: async () => createDatabaseState(engine, { report: assert.ifError }),
  });
  t.after(async () => {
    await engine.close();
    proxy.close();
  });
  const rules = [
    { match: { path: '/ip' }, error: { status: 418 }, count: 0 },
    { match: { path: '/uuid' }, error: { status: 418 }, count: 1000 },
  ];
  for (const rule of rules) assert.equal((await server.control('POST', '/rules', rule)).status, 201);
  return { server, proxy, direct };
}

const JSON_ACCEPTED = [['Accept', 'application/json']] as const;

const REQUESTS: Readonly<Record<string, (server: Controlled) => Promise<WireResponse>>> = {
  'PUT /clock': (server) => server.control('PUT', '/clock', { freeze: true }),
  'POST /rules': (server) => server.control('POST', '/rules', { error: { status: 500 } }),
  'DELETE /rules': (server) => server.control('DELETE', '/rules'),
  'PUT /lifecycle': (server) =>
    server.control('PUT', '/lifecycle', { phases: [{ phase: 'removed', status: 410 }] }),
  'POST /reset': (server) => server.control('POST', '/reset'),
  'a call with a rate limit': (server) => server.call('GET', '/user'),
  'an attempt at a sequence': (server) => server.get('/sequence/k/status=200/end', JSON_ACCEPTED),
  'an attempt at a limit': (server) => server.get('/limit/k/end', JSON_ACCEPTED),
  'the definition of a key': (server) => server.control('PUT', '/labs/sequence/k', { steps: ['status=200'] }),
  'the deletion of a key': (server) =>
    server.send({ method: 'DELETE', path: '/sequence/k', fields: JSON_ACCEPTED }),
};

/** Asserts 503 with Retry-After in the form of the service, and the effect of the rules on the testing service. */
async function assertUnavailable(server: Controlled, sentence: RegExp, retryAfter: string): Promise<void> {
  for (const [name, send] of Object.entries(REQUESTS)) {
    const response = await send(server);
    assert.equal(response.status, 503, `${name}: ${response.text()}`);
    assert.equal(response.field('Retry-After'), retryAfter, name);
    assert.match(response.field('Content-Type') ?? '', /^application\/(?:problem\+)?json/, name);
    assert.match(response.text(), sentence, name);
  }
  assert.equal((await server.get('/ip')).status, 418, 'a rule without a limit applies');
  assert.equal((await server.get('/uuid')).status, 200, 'no rule applies more often than its count');
}

async function assertAvailable(server: Controlled): Promise<void> {
  assert.equal((await server.call('GET', '/user')).status, 200);
  assert.equal((await server.control('PUT', '/clock', { freeze: true })).status, 200);
  assert.equal((await server.get('/uuid')).status, 418);
}

/** Waits until the node has its connections again: each request can use another one. */
async function reconnected(server: Controlled, status: number, text = /(?:)/): Promise<void> {
  let consecutive = 0;
  await until(async () => {
    const response = await server.control('PUT', '/clock', { freeze: true });
    consecutive = response.status === status && text.test(response.text()) ? consecutive + 1 : 0;
    return consecutive === 5;
  });
}

const READ_ONLY = /The database is read-only/;
const FULL = /The database has no space left/;
const LATE = /The database did not finish in time/;
const LOCKED = /Another operation has locked/;

test('shared state that PostgreSQL cannot change is 503 in the form of each service', async (t) => {
  const { server, direct } = (await serveNode(t)) ?? {};
  if (!server || !direct) return;
  for (const [state, sentence, retryAfter] of [
    ['25006', READ_ONLY, '30'],
    ['53100', FULL, '30'],
    ['57014', LATE, '2'],
    ['55P03', LOCKED, '2'],
    ['53200', /The database is busy/, '2'],
  ] as const)
    await t.test(`because it reports ${state}`, async () => {
      await administer(direct, failWith(state));
      try {
        await assertUnavailable(server, sentence, retryAfter);
      } finally {
        await administer(direct, REPAIR);
      }
      await assertAvailable(server);
    });

  await t.test('because its sessions are read-only', async () => {
    const database = new URL(direct).pathname.slice(1);
    await administer(direct, `alter database ${database} set default_transaction_read_only = on`);
    try {
      await administer(direct, TERMINATE);
      await reconnected(server, 503, READ_ONLY);
      await assertUnavailable(server, READ_ONLY, '30');
    } finally {
      await administer(direct, `set transaction_read_only = off; alter database ${database} reset all`);
      await administer(direct, TERMINATE);
    }
    await reconnected(server, 200);
    await assertAvailable(server);
  });
  assert.deepEqual(server.errors, []);
});

test('while PostgreSQL is away, a request that a rule matches is answered at once', async (t) => {
  const { server, proxy } = (await serveNode(t)) ?? {};
  if (!server || !proxy) return;
  await proxy.refuse();
  // The first request can wait for a new connection.
  await server.get('/ip');
  const [, milliseconds] = await timed(async () => {
    for (let count = 0; count < 10; count++) {
      assert.equal((await server.get('/ip')).status, 418);
      assert.equal((await server.get('/uuid')).status, 200);
    }
    assert.equal((await server.control('PUT', '/clock', { freeze: true })).status, 503);
    for (const path of ['/sequence/k', '/sequence/k?wait=1&timeout=60', '/sequence/k/status=200/end'])
      assert.equal((await server.get(path)).status, 503, path);
  });
  assert.ok(milliseconds < 2000, `${milliseconds} ms`);
  await proxy.accept();
  await reconnected(server, 200);
  await assertAvailable(server);
  assert.deepEqual(server.errors, []);
});

test('a PostgreSQL server that does not answer delays a request that a rule matches only once', async (t) => {
  const { server, proxy } = (await serveNode(t)) ?? {};
  if (!server || !proxy) return;
  proxy.blackHole();
  const [first, delay] = await timed(() => server.get('/uuid'));
  assert.equal(first.status, 200);
  assert.ok(delay < 6500, `${delay} ms`);
  await sleep(600);
  const [, milliseconds] = await timed(async () => {
    for (let count = 0; count < 10; count++) {
      assert.equal((await server.get('/ip')).status, 418);
      assert.equal((await server.get('/uuid')).status, 200);
    }
    assert.equal((await server.control('PUT', '/clock', { freeze: true })).status, 503);
    for (const path of ['/sequence/k', '/sequence/k?wait=1&timeout=60', '/sequence/k/status=200/end'])
      assert.equal((await server.get(path)).status, 503, path);
  });
  assert.ok(milliseconds < 1500, `${milliseconds} ms`);
  proxy.forward();
  await reconnected(server, 200);
  await assertAvailable(server);
  assert.deepEqual(server.errors, []);
});

const failWith = (state: string) => `
  create or replace function fail() returns trigger language plpgsql
    as $$ begin raise exception using errcode = '${state}', message = 'failed'; end $$;
  create trigger failing before insert or update or delete on shared_values for each statement execute function fail();
  create trigger failing before insert or update or delete on shared_counters for each statement execute function fail();
  create trigger failing before insert or update or delete on shared_records for each statement execute function fail()`;

const REPAIR =
  'drop trigger failing on shared_values; drop trigger failing on shared_counters; drop trigger failing on shared_records';

/** Ends the sessions of shared state. */
const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'sparring-state' and datname = current_database()`;

test('a burst of calls passes a distant database, and exactly the limit of them', async (t) => {
  const count = sizeOf(300, 600);
  for (const limit of [100_000, 100]) {
    const { server, proxy } = (await serveNode(t, limit)) ?? {};
    if (!server || !proxy) return;
    proxy.delay(10);
    const [responses, milliseconds] = await timed(() =>
      Promise.all(Array.from({ length: count }, () => server.call('GET', '/meta'))),
    );
    const passed = responses.filter(({ status }) => status === 200).length;
    assert.equal(passed, Math.min(limit, count));
    assert.ok(milliseconds < sizeOf(10_000, 2000), `${milliseconds} ms`);
  }
});
