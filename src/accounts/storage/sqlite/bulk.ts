import { Kysely, sql } from 'kysely';
import type { SqliteAccess } from '#database/sqlite/access.ts';
import { createSqliteDialect } from '#database/sqlite/driver.ts';
import { createWorkerDriver } from '#database/sqlite/worker-driver.ts';
import { runTransaction } from '../engine/transactions.ts';
import type { Database, Tables } from '../schema/tables.ts';

/**
 * Runs a transaction that may take seconds in a worker thread. Meanwhile, other operations on a database in memory wait;
 * on a file, only writes wait.
 */
export async function runInWorker<Result>(
  access: SqliteAccess,
  steps: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await runExclusively(access, () =>
    withWorker(access, async (db) => {
      const result = await runTransaction(db, steps);
      await checkpoint(db);
      return result;
    }),
  );
}

/** Runs an action while no transaction of this process is open, and none can begin. */
export async function runExclusively<Result>(
  { mutex, group, guard }: SqliteAccess,
  action: () => Promise<Result>,
): Promise<Result> {
  const holder = {};
  await group.exclude(holder);
  try {
    guard?.();
    return await action();
  } finally {
    mutex.release();
  }
}

/** Writes the log back to the file. The next write on the event loop would do so otherwise, and block it. */
export async function checkpointInWorker(access: SqliteAccess): Promise<void> {
  if (access.guard !== undefined) await withWorker(access, checkpoint);
}

async function withWorker<Result>(
  access: SqliteAccess,
  action: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect(() => createWorkerDriver(access), access.outages),
  });
  try {
    return await action(db);
  } finally {
    await db.destroy();
  }
}

/** The changes are committed, so a failure changes nothing: a later write does it again. */
async function checkpoint(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(db).catch(() => {});
}
