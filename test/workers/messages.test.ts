import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { openConnections } from '../support/workers/worker-connections.ts';
import { sizeOf, startWorkers } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

test('requests without readers, labs and rules send no message between the processes', {
  skip,
}, async (t) => {
  const file = path.join(tmpdir(), `sparring-messages-${process.pid}.json`);
  t.after(() => rmSync(file, { force: true }));
  const started = await startWorkers(
    t,
    2,
    [],
    {},
    {
      node: ['--require', path.join(import.meta.dirname, '../support/workers/count-messages.cjs')],
      variables: { COUNTED_MESSAGES: file },
    },
  );
  const countOf = async (): Promise<Readonly<Record<string, number>>> => {
    rmSync(file, { force: true });
    process.kill(started.pid, 'SIGUSR2');
    await until(() => existsSync(file));
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const connection = await openConnections(t, started, 8);
  const before = await countOf();
  assert.equal(before.newconn, 8);
  for (let number = 0; number < sizeOf(200, 10_000); number++)
    await connection(number).send('POST', '/anything', { body: 'text', headers: { 'Sparring-Bin': 'b' } });
  assert.deepEqual(await countOf(), before);
  // The messages of a read are counted.
  await connection(0).control('GET', '/requests');
  assert.ok((await countOf()).changed !== before.changed);
});
