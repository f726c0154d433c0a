import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPgBouncer } from '#test/support/databases/pgbouncer.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import { openTcpProxy } from '#test/support/wire/tcp-proxy.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { type Node, startNode } from '#test/support/workers/nodes.ts';

async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  await until(condition);
  return performance.now() - begun;
}

const frozenAt = async (node: Node) => String(JSON.parse((await node.control('GET', '/clock')).text()).now);

test('the nodes of a database are one server', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const options = { maxDuration: 300_000 };
  const nodes = [await startNode(t, url, options), await startNode(t, url, options)] as const;
  const [a, b] = nodes;
  const callAll = (count: number, path: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? a : b).call(path)));
  const countOf = (responses: readonly WireResponse[], wanted: number) =>
    responses.filter(({ status }) => status === wanted).length;

  await t.test('a rate limit of 60 permits 60 of 200 concurrent calls', async () => {
    const responses = await callAll(200, '/meta');
    assert.deepEqual([countOf(responses, 200), countOf(responses, 403)], [60, 140]);
  });

  await t.test('a reset on one restores the calls of the other', async () => {
    assert.equal((await a.control('POST', '/reset')).status, 204);
    assert.equal((await b.call('/meta')).field('X-RateLimit-Remaining'), '59');
  });

  await t.test('unmatched requests are counted together', async () => {
    await a.control('PUT', '/rules/unmatched', { mode: 'fail' });
    const send = async (node: Node) => (await node.get('/get')).status;
    await until(async () => (await send(b)) === 404);
    await b.control('DELETE', '/rules/unmatched');
    const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? a : b)));
    assert.deepEqual(new Set(sent), new Set([404]));
    const count = async (node: Node) =>
      JSON.parse((await node.control('GET', '/rules/unmatched')).text()).scopes[0].count;
    for (const node of nodes) await until(async () => (await count(node)) === 20);
    await b.control('PUT', '/rules/unmatched', { mode: 'pass' });
    await until(async () => (await send(a)) === 200);
    await a.control('DELETE', '/rules/unmatched');
  });

  await t.test('a fault with a count of 5 applies to 5 calls', async () => {
    await a.control('POST', '/rules', { match: { service: 'api' }, error: { status: 418 }, count: 5 });
    await until(async () => (await b.control('GET', '/rules')).text().includes('418'));
    assert.equal(countOf(await callAll(40, '/meta'), 418), 5);
    const { rules } = JSON.parse((await b.control('GET', '/rules')).text());
    assert.equal(rules[0].applied, 5);
  });

  await t.test('each of 50 parallel requests gets another response of a list', async () => {
    const respond = Array.from({ length: 50 }, (_, index) => ({ body: String(index) }));
    await a.control('POST', '/rules', { match: { path: '/list' }, respond });
    await until(async () => (await b.control('GET', '/rules')).text().includes('/list'));
    const sent = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? a : b).get('/list'));
    const bodies = (await Promise.all(sent)).map((response) => response.text());
    assert.deepEqual(new Set(bodies), new Set(respond.map(({ body }) => body)));
  });

  await t.test('each of 50 parallel requests gets another step of a sequence', async () => {
    const steps = Array.from({ length: 50 }, (_, index) => `header=X-Step:%20${index}`).join('/then/');
    const sent = Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? a : b).get(`/sequence/k/${steps}/end`),
    );
    const got = (await Promise.all(sent)).map((response) => Number(response.field('X-Step')));
    assert.deepEqual(
      got.toSorted((one, other) => one - other),
      sent.map((_, index) => index),
    );
  });

  await t.test('a limit of a lab passes 10 of 200 parallel requests', async () => {
    const sendAll = (path: string) =>
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? a : b).get(path));
    const responses = await Promise.all(sendAll('/limit/window/kind=window/policy=default;q=10;w=3600/end'));
    assert.deepEqual([countOf(responses, 200), countOf(responses, 429)], [10, 190]);
    // Those that pass are in progress until the nodes close.
    const rejected: WireResponse[] = [];
    for (const sent of sendAll('/limit/concurrent/kind=concurrent/policy=default;q=10/delay=300/end'))
      sent.then(
        (response) => rejected.push(response),
        () => {},
      );
    await until(() => rejected.length >= 190);
    assert.deepEqual([countOf(rejected, 429), rejected.length], [190, 190]);
  });

  await t.test('clock and lifecycle reach the other node at once', async () => {
    await a.control('PUT', '/clock', { freeze: '2020-01-01T00:00:00Z' });
    assert.ok((await timeUntil(async () => (await frozenAt(b)).startsWith('2020-01-01'))) < 1500);
    await b.control('PUT', '/lifecycle', { phases: [{ phase: 'removed', status: 410 }] });
    assert.ok((await timeUntil(async () => (await a.call('/authorizations')).status === 410)) < 1500);
  });

  await t.test(
    'and within the time of the poll, when the connection of the other node is terminated',
    async () => {
      for (const year of ['2021', '2022']) {
        const change = a.control('PUT', '/clock', { freeze: `${year}-01-01T00:00:00Z` });
        await administer(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'sparring-state' and datname = current_database()`,
        );
        // The connection of this node may be terminated too, before its change.
        if ((await change).status !== 200)
          await until(
            async () =>
              (await a.control('PUT', '/clock', { freeze: `${year}-01-01T00:00:00Z` })).status === 200,
          );
        assert.ok((await timeUntil(async () => (await frozenAt(b)).startsWith(year))) < 3000);
      }
    },
  );

  await t.test('a node that starts has the state of the others', async () => {
    const c = await startNode(t, url);
    assert.match(await frozenAt(c), /^2022-01-01/);
    assert.equal((await c.call('/authorizations')).status, 410);
  });
});

test('a node that starts while the others have no connection has their state', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const proxy = await openTcpProxy(url);
  t.after(() => proxy.close());
  const a = await startNode(t, proxy.url);
  const isSet = await a.control('PUT', '/clock', { freeze: '2020-01-01T00:00:00Z' });
  assert.equal(isSet.status, 200);
  await proxy.refuse();
  const c = await startNode(t, url);
  assert.match(await frozenAt(c), /^2020-01-01/);
  await proxy.accept();
  await c.control('PUT', '/clock', { freeze: '2021-01-01T00:00:00Z' });
  await until(async () => (await frozenAt(a)).startsWith('2021-01-01'));
});

test('the state ends with the last node', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  await t.test('sets it', async (inner) => {
    const a = await startNode(inner, url);
    await a.control('PUT', '/clock', { freeze: '2020-01-01T00:00:00Z' });
  });
  const b = await startNode(t, url);
  assert.ok(!(await frozenAt(b)).startsWith('2020-01-01'));
});

test('behind PgBouncer in transaction mode, a change reaches the other node by the poll', async (t) => {
  const direct = await openPostgresSchema(t);
  const url = direct && (await openPgBouncer(t, direct, 'ignore_startup_parameters = statement_timeout'));
  if (!url) return;
  const [a, b] = [await startNode(t, url), await startNode(t, url)];
  for (const [from, to, year] of [
    [a, b, '2020'],
    [b, a, '2021'],
  ] as const) {
    assert.equal((await from.control('PUT', '/clock', { freeze: `${year}-01-01T00:00:00Z` })).status, 200);
    assert.ok((await timeUntil(async () => (await frozenAt(to)).startsWith(year))) < 5000);
  }
  assert.equal(
    (await a.control('POST', '/rules', { match: { service: 'api' }, error: { status: 418 }, count: 4 }))
      .status,
    201,
  );
  await until(async () => (await b.control('GET', '/rules')).text().includes('418'));
  const responses = await Promise.all([a, b, a, b, a, b, a, b].map((node) => node.call('/meta')));
  assert.equal(responses.filter(({ status }) => status === 418).length, 4);
  assert.equal((await b.control('POST', '/reset')).status, 204);
  await until(async () => !(await frozenAt(a)).startsWith('2021'));
});
