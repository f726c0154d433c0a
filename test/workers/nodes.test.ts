import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { until } from '../support/until.ts';
import { openTcpProxy } from '../support/wire/tcp-proxy.ts';
import { countOf, sizeOf, startWorkers, times } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

test('two nodes with two workers each pass exactly the limit of calls over a distant database', {
  skip,
}, async (t) => {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return;
  const proxy = await openTcpProxy(direct);
  t.after(() => proxy.close());
  const words = ['--rate-limit', '5000', '--database', proxy.url, '--database-pool-size', '2'];
  const nodes = [
    await startWorkers(t, 2, [...words, '--node-name', 'n1']),
    await startWorkers(t, 2, [...words, '--node-name', 'n2']),
  ];
  proxy.delay(10);
  const all = await Promise.all(nodes.map(({ call }) => times(sizeOf(60, 300), () => call('/api/v3/meta'))));
  // The limit of callers without credentials.
  assert.deepEqual([countOf(all.flat(), 200), countOf(all.flat(), 403)], [60, 2 * sizeOf(60, 300) - 60]);

  for (const [index, { control }] of nodes.entries())
    await until(async () => {
      const answers = await times(4, () => control('GET', '/metrics'));
      return answers.every((answer) => answer.field('Sparring-Node') === `n${index + 1}`);
    });
});

test('a node that is killed gives no step twice, and loses no entry of more than 100 milliseconds before', {
  skip,
}, async (t) => {
  const database = await openPostgresSchema(t);
  if (database === undefined) return;
  const words = ['--database', database, '--database-pool-size', '2'];
  const [killed, other] = [
    await startWorkers(t, 2, [...words, '--node-name', 'n1']),
    await startWorkers(t, 2, [...words, '--node-name', 'n2']),
  ];
  const steps = Array.from({ length: 60 }, (_, n) => `header=X-Step:%20${n + 1}`).join('/then/');
  const path = `/sequence/killed/${steps}/after=gone/end`;
  const answered: { readonly step: string; readonly at: number }[] = [];
  const call = async (node: typeof killed) => {
    const step = (await node.call(path).catch(() => undefined))?.field('X-Step');
    if (step !== undefined) answered.push({ step, at: performance.now() });
  };
  await times(20, () => call(killed));
  await sleep(150);
  const calls = times(30, (n) => call(n % 2 === 0 ? killed : other));
  await until(() => answered.length > 25);
  const killedAt = performance.now();
  for (const pid of [killed.pid, ...killed.workers()]) process.kill(pid, 'SIGKILL');
  await calls;
  const early = answered.filter(({ at }) => at < killedAt - 100).map(({ step }) => step);
  assert.ok(early.length >= 20, `${early.length}`);
  await until(async () => (await other.call(path)).status === 410);
  const { requests } = Object((await other.control('GET', '/requests?limit=500')).json());
  const recorded: string[] = requests.flatMap(
    ({ response }: { response: { headers: [string, string][] } | null }) =>
      (response?.headers ?? []).flatMap(([name, value]) => (name === 'X-Step' ? [value] : [])),
  );
  assert.equal(new Set(recorded).size, recorded.length);
  assert.deepEqual(
    early.filter((step) => !recorded.includes(step)),
    [],
  );
  const got = answered.map(({ step }) => step);
  assert.equal(new Set(got).size, got.length);
});
