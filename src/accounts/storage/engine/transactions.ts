import type { Transaction } from 'kysely';
import { createStoreError, isConflict } from '#database/failure-kinds.ts';
import type { Database, Tables } from '../schema/tables.ts';
import { BULK_SIZE, type RunBulk } from './engine.ts';

const MAX_ATTEMPTS = 5;

/**
 * Runs the steps in one transaction. After a deadlock or a serialization failure, which roll it back, it is run again from
 * its start.
 */
export async function runTransaction<Result>(
  db: Database,
  steps: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(steps);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

/** Runs the steps in one transaction, and rolls it back when they return undefined. */
export async function commitIfDefined<Result>(
  db: Database,
  steps: (transaction: Transaction<Tables>) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await runTransaction(db, async (transaction) => {
      const result = await steps(transaction);
      if (result === undefined) throw new Rollback();
      return result;
    });
  } catch (error) {
    if (error instanceof Rollback) return undefined;
    throw error;
  }
}

class Rollback extends Error {}

const MAX_REPETITIONS = 100;

/**
 * Repeats steps that return undefined because of another request at the same time.
 * @throws StoreUnavailableError after too many attempts.
 */
export async function repeatWhileUndefined<Result>(
  steps: () => Promise<{ readonly result: Result } | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= MAX_REPETITIONS; attempt++) {
    const done = await steps();
    if (done) return done.result;
  }
  throw createStoreError('conflict', new Error('other requests change the same records'));
}

interface CounterChanges {
  readonly authorizations?: number;
  readonly grants?: number;
}

/**
 * Changes the counters of a user. A transaction that adds, changes or deletes tokens or grants does this first: it locks
 * the user's row, so such transactions run one after the other and cannot deadlock.
 */
export async function addToCounters(
  db: Database,
  userId: number,
  { authorizations = 0, grants = 0 }: CounterChanges,
): Promise<void> {
  await db
    .updateTable('users')
    .set((column) => ({
      authorization_count: column('authorization_count', '+', authorizations),
      grant_count: column('grant_count', '+', grants),
    }))
    .where('id', '=', userId)
    .execute();
}

/** The transaction that deletes tokens of a user: one that does not block the event loop where there are many. */
export async function transactionForUser(db: Database, userId: number, runBulk: RunBulk): Promise<RunBulk> {
  const user = await db
    .selectFrom('users')
    .select('authorization_count')
    .where('id', '=', userId)
    .executeTakeFirst();
  return (user?.authorization_count ?? 0) >= BULK_SIZE ? runBulk : runTransaction;
}

/** Locks the user's row against changes and deletion; other transactions can still refer to it. */
export async function lockUser(db: Database, userId: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
