import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createRuntime } from '#runtime.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { createRecording } from '#test/support/recorded-exchange.ts';
import { until } from '#test/support/until.ts';
import { openTcpProxy } from '#test/support/wire/tcp-proxy.ts';
import { Journal } from '../recording/journal.ts';
import { openDatabaseStore } from './open.ts';

/** A journal that gets 350 entries at once, and the rests between its transactions. The clock goes on with each reading of it. */
async function openJournal(t: TestContext) {
  const rests: { readonly milliseconds: number; end(): void }[] = [];
  let [now, passed] = [0, 0];
  const clock = createRuntime();
  const startedAt = clock.systemMonotonic();
  const runtime = {
    ...clock,
    monotonic: () => now++,
    systemMonotonic: () => startedAt + passed,
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => rests.push({ milliseconds, end: () => resolve() })),
  };
  const folder = await temporaryFolder(t);
  const options = { runtime, report: assert.fail, node: 'test', worker: 0 };
  const store = await openDatabaseStore(`sqlite:${path.join(folder, 'journal.db')}`, options);
  const journal = new Journal({ entries: 1000, bytes: 1e6, runtime, store });
  await store.start('run');
  t.after(async () => {
    const closed = store.close();
    for (const rest of rests) rest.end();
    await closed;
  });
  const recordings = Array.from({ length: 350 }, () => {
    const recording = createRecording({ id: journal.nextId() });
    journal.add(recording);
    return recording;
  });
  await until(() => rests.length === 1);
  return {
    rests,
    written: () => recordings.filter(({ order }) => order !== undefined).length,
    pass(milliseconds: number) {
      passed += milliseconds * 1000;
    },
  };
}

describe('the writer of a journal with more entries than one transaction has', () => {
  it('leaves time for requests after a transaction, by the time that it took', async (t) => {
    const { rests, written } = await openJournal(t);
    for (const count of [1, 2]) {
      await until(() => rests.length === count);
      const rest = rests.at(-1) ?? assert.fail();
      assert.equal(written(), count * 100);
      assert.ok(rest.milliseconds >= 4 && rest.milliseconds % 4 === 0, `${rest.milliseconds}`);
      rest.end();
    }
    await until(() => written() === 350);
    assert.equal(rests.length, 2);
  });

  it('writes entries at once that have waited for a long time', async (t) => {
    const { rests, written, pass } = await openJournal(t);
    pass(90);
    rests[0]?.end();
    await until(() => written() === 350);
    assert.equal(rests.length, 1);
  });
});

it('a journal whose database does not answer ends within a few seconds, and names what is not written', async (t) => {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return;
  const proxy = await openTcpProxy(direct);
  t.after(() => proxy.close());
  const reports: string[] = [];
  const runtime = createRuntime();
  const report = (sentence: string) => void reports.push(sentence);
  const store = await openDatabaseStore(proxy.url, { runtime, report, node: 'test', worker: 0 });
  const journal = new Journal({ entries: 1000, bytes: 1e6, runtime, store });
  await store.start('run');
  proxy.blackHole();
  for (let count = 0; count < 3; count++) journal.add(createRecording({ id: journal.nextId() }));
  await setTimeout(200);
  journal.add(createRecording({ id: journal.nextId() }));
  const begun = performance.now();
  await store.close();
  const took = performance.now() - begun;
  assert.ok(took < 4500, `${took} ms`);
  assert.deepEqual(reports, ['4 requests of the journal were not written to the database.']);
});

it('a journal whose database is slow is written to its end', async (t) => {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return;
  const proxy = await openTcpProxy(direct);
  t.after(() => proxy.close());
  const runtime = createRuntime();
  const options = { runtime, report: assert.fail, node: 'test', worker: 0 };
  const store = await openDatabaseStore(proxy.url, options);
  const journal = new Journal({ entries: 1000, bytes: 1e6, runtime, store });
  await store.start('run');
  // Five transactions of half a second.
  proxy.delay(50);
  const ids = Array.from({ length: 500 }, () => {
    const recording = createRecording({ id: journal.nextId() });
    journal.add(recording);
    return recording.id;
  });
  await store.close();
  const again = await openDatabaseStore(direct, options);
  t.after(() => again.close());
  const next = new Journal({ entries: 1000, bytes: 1e6, runtime, store: again });
  await again.start('run');
  assert.deepEqual(
    next.entries().map(({ id }) => id),
    ids,
  );
});

it('a flush waits for what is being written', async (t) => {
  const database = await openPostgresSchema(t);
  if (database === undefined) return;
  const runtime = createRuntime();
  const store = await openDatabaseStore(database, { runtime, report: assert.fail, node: 'test', worker: 0 });
  const journal = new Journal({ entries: 1000, bytes: 1e6, runtime, store });
  await store.start('run');
  t.after(() => store.close());
  const other = new pg.Client(database);
  await other.connect();
  t.after(() => other.end());
  await other.query('begin; lock table journal_entries in share mode');
  const recording = createRecording({ id: journal.nextId() });
  journal.add(recording);
  const isWriting = "select from pg_locks where relation = 'journal_entries'::regclass and not granted";
  await until(async () => (await other.query(isWriting)).rowCount === 1);
  const flushed = store.flush().then(() => recording.order);
  assert.equal(await Promise.race([flushed, setTimeout(50, 'waits')]), 'waits');
  await other.query('commit');
  assert.equal(await flushed, 1);
});
