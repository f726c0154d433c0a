import assert from 'node:assert/strict';
import { test } from 'node:test';
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
