import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import { type Node, startNode } from '#test/support/workers/nodes.ts';

const nodeOf = async (node: Node, path = '/metrics') =>
  (await node.control('GET', path)).field('Sparring-Node');

test('metrics name the node, because each node has its own', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const a = await startNode(t, url, { nodeName: 'n1' });
  assert.equal(await nodeOf(a), undefined);
  const b = await startNode(t, url);
  await until(async () => (await nodeOf(a)) === 'n1');
  assert.equal(await nodeOf(b), `${hostname()}:${b.port}`);
  // What all nodes share names none.
  for (const path of ['/requests', '/requests.har', '/bins', '/labs', '/inspector', '/clock', '/health'])
    assert.equal(await nodeOf(a, path), undefined, path);
  await b.close();
  assert.equal(await nodeOf(a), 'n1');
});
