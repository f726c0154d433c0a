import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createRuntime } from '#runtime.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import { openPostgresEngine } from './engine.ts';

const runtime = createRuntime();

test('a lock is held for longer than the session permits a transaction without a statement', async (t) => {
  const schema = await openPostgresSchema(t);
  if (schema === undefined) return;
  // Only these sessions: other tests use the same database.
  const url = withOption(schema, '-c idle_in_transaction_session_timeout=500ms');
  const warnings: string[] = [];
  const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} };
  const engine = await openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
  try {
    const release = await engine.acquire('reset');
    const other = new pg.Client({ connectionString: url });
    other.on('error', () => {});
    await other.connect();
    await other.query('begin');
    // A transaction that began later has ended.
    await new Promise<void>((resolve) => other.once('end', () => resolve()));
    assert.equal(await countLocks(url), 1);
    release();
    assert.deepEqual(warnings, []);
  } finally {
    await engine.close();
  }
});

test('a lock whose session ends is requested again, and excludes other nodes for the rest of the action', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const warnings: string[] = [];
  const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} };
  const open = () => openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
  const [one, other] = [await open(), await open()];
  try {
    const release = await one.acquire('reset');
    await administer(
      url,
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'",
    );
    await until(async () => warnings.length > 0 && (await countLocks(url)) > 0);
    assert.match(warnings.join(), /^The lock of reset was lost with its connection/);
    let isAcquired = false;
    const acquiring = other.acquire('reset').then((end) => {
      isAcquired = true;
      return end;
    });
    // The other node waits for the lock.
    await until(async () => (await countLocks(url, false)) > 0);
    assert.equal(isAcquired, false);
    release();
    (await acquiring)();
  } finally {
    await one.close();
    await other.close();
  }
});

/** The number of exclusive advisory locks of the database that are held, or that are waited for. */
async function countLocks(url: string, isGranted = true): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted = $1",
    [isGranted],
  );
  await client.end();
  return rowCount ?? 0;
}

function withOption(url: string, option: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', `${changed.searchParams.get('options') ?? ''} ${option}`);
  return changed.href;
}
