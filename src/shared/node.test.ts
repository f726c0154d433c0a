import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { type Node, startNode } from '#test/support/workers/nodes.ts';
import { NODE_STATES } from './node.ts';

/** The events of the live feed at its start. */
async function readFeed(t: TestContext, { port }: Node): Promise<IncomingMessage & { text: string }> {
  const request = get({ port, host: '127.0.0.1', path: '/_sparring/requests/live?since=0' });
  t.after(() => request.destroy());
  const [response]: IncomingMessage[] = await once(request, 'response');
  assert.ok(response);
  let text = '';
  response.on('error', () => {});
  for await (const chunk of response) {
    text += chunk;
    if (text.includes('event: done')) break;
  }
  return Object.assign(response, { text });
}

const nodeOf = async (node: Node) => JSON.parse((await node.control('GET', '/requests')).text()).node;

test('responses about what a node has for itself name the node, and the number of others', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const a = await startNode(t, url, { nodeName: 'n1' });
  await a.get('/get?secret=1');
  const alone = await a.control('GET', '/requests');
  assert.deepEqual([alone.field('Sparring-Node'), JSON.parse(alone.text()).node], [undefined, undefined]);
  const b = await startNode(t, url);
  await until(async () => (await nodeOf(a))?.others === 1);
  const name = `${hostname()}:${b.port}`;
  assert.deepEqual(await nodeOf(b), { name, others: 1 });
  const node = { name: 'n1', others: 1 };

  await t.test('as a field and as a member', async () => {
    for (const [method, path, status, body] of [
      ['GET', '/requests', 200],
      ['GET', '/requests/1', 200],
      ['GET', '/requests/99', 404],
      ['GET', '/requests?status=x', 400],
      ['GET', '/requests/bins', 200],
      ['GET', '/requests/1/diff/1', 200],
      ['POST', '/requests/1/replay', 200],
      ['POST', '/requests/99/replay', 404],
      ['POST', '/requests/await', 200, { match: { path: '/get' } }],
      ['POST', '/requests/await', 408, { match: { path: '/ip' }, within: '1ms' }],
      ['POST', '/requests/verify', 200, { match: { path: '/get' } }],
      ['POST', '/requests/verify', 408, { match: { path: '/ip' } }],
    ] as const) {
      const answer = await a.control(method, path, body);
      assert.equal(answer.status, status, answer.text());
      assert.equal(answer.field('Sparring-Node'), 'n1', path);
      assert.deepEqual(JSON.parse(answer.text()).node, node, path);
    }
  });

  await t.test('as a field of other content', async () => {
    for (const path of [
      '/metrics',
      '/inspector',
      '/requests.har',
      '/requests/1/as/curl',
      '/requests/1/response.body',
    ]) {
      const answer = await a.control('GET', path);
      assert.deepEqual([answer.status, answer.field('Sparring-Node')], [200, 'n1'], path);
    }
    assert.equal((await a.control('DELETE', '/requests?bin=b')).field('Sparring-Node'), 'n1');
    const { log } = JSON.parse((await a.control('GET', '/requests.har')).text());
    assert.deepEqual(log._node, node);
    assert.match((await a.control('GET', '/inspector')).text(), /requests to the node n1; 1 other node has/);
  });

  await t.test('in the live feed, and in the texts of 408', async () => {
    const feed = await readFeed(t, a);
    assert.equal(feed.headers['sparring-node'], 'n1');
    assert.ok(
      feed.text.startsWith('event: node\ndata: {"name":"n1","others":1}\n\n: connected\n\n'),
      feed.text,
    );
    for (const [operation, more] of [
      ['await', { within: '1ms' }],
      ['verify', {}],
    ] as const) {
      const answer = await a.control('POST', `/requests/${operation}`, { match: { path: '/ip' }, ...more });
      assert.match(
        JSON.parse(answer.text()).detail,
        /\nThese are requests to the node n1; 1 other node has a journal of its own\.$/,
      );
    }
  });

  await t.test('and no others', async () => {
    for (const path of [
      '/clock',
      '/faults',
      '/lifecycle',
      '/snapshots',
      '/outbox',
      '/audit',
      '/health',
      '/labs',
      '',
    ])
      assert.equal((await a.control('GET', path)).field('Sparring-Node'), undefined, path);
    for (const path of ['/sequence/s/503/200', '/limit/l?limit=5&window=10', '/get', '/docs']) {
      const answer = await a.get(path);
      assert.deepEqual(
        [answer.field('Sparring-Node'), answer.text().includes('n1')],
        [undefined, false],
        path,
      );
    }
  });

  await t.test('until the last of them has ended, which is not counted', async () => {
    await b.close();
    await until(async () => (await nodeOf(a)).others === 0);
  });
});

test('the guide lists what each node has for itself', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guide/operations.md'), 'utf8');
  const [, table = ''] = guide.split('Each node has for itself:\n');
  const [list = ''] = table.trimStart().split('\n\n');
  assert.deepEqual(
    [...list.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name?.toLowerCase()),
    NODE_STATES,
  );
});

test('each endpoint about what a node has for itself says so', async (t) => {
  const { services } = await serve(t);
  const endpoints = services.filter(({ name }) => name === 'control').flatMap((service) => service.endpoints);
  assert.deepEqual(new Set(endpoints.flatMap(({ nodeState }) => nodeState ?? [])), new Set(NODE_STATES));
  // A form responds with a redirect to such an endpoint.
  const isLocal = (template: string) =>
    /^\/_sparring\/(?:requests|rules\/check|metrics|inspector|bins)(?!.*\/form$)/.test(template);
  for (const endpoint of endpoints)
    assert.equal(endpoint.nodeState !== undefined, isLocal(endpoint.path), endpoint.path);
});
