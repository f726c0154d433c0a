import { sql } from 'kysely';
import { hasCode } from '#database/database-errors.ts';
import { createStoreError } from '#database/failure-kinds.ts';
import { setTimeLimit } from '#database/postgres/time-limits.ts';
import { runTransaction } from '../engine/transactions.ts';
import { type Database, identityTableNames, tableNames } from '../schema/tables.ts';

const tableList = () => sql.join(tableNames.map((name) => sql.table(name)));
const MAX_ATTEMPTS = 100;
/** The SQLSTATE `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Maximum time of a statement that reads or writes a table, in milliseconds. */
const TABLE_TIME = 10 * 60_000;

/** Runs the steps in a transaction that reads one consistent state of all tables. */
export async function readAllTables<Result>(
  db: Database,
  steps: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await setTimeLimit(transaction, 'statement_timeout', TABLE_TIME);
      // Before the first read, which takes the snapshot: a truncated table is empty in every snapshot.
      await sql`lock table ${tableList()} in access share mode`.execute(transaction);
      return await steps(transaction);
    });
}

/** Runs the steps in a transaction that excludes all others. */
export async function writeAllTables(
  db: Database,
  steps: (transaction: Database) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          await lockAll(transaction);
          await setTimeLimit(transaction, 'statement_timeout', TABLE_TIME);
          await steps(transaction);
        });
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === MAX_ATTEMPTS) throw createStoreError('locked', error);
    }
  }
}

/** Runs the steps in a transaction whose statements have the time to change a whole table. */
export async function runLongTransaction<Result>(
  db: Database,
  steps: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await runTransaction(db, async (transaction) => {
    await setTimeLimit(transaction, 'statement_timeout', TABLE_TIME);
    return await steps(transaction);
  });
}

export async function deleteAllRows(db: Database): Promise<void> {
  // Truncation creates new files for all tables, which takes longer than deleting a few rows.
  if (await isLarge(db)) await sql`truncate ${tableList()}`.execute(db);
  else for (const name of tableNames.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
}

/** The id that the next row of each table gets. */
export async function readNextIds(db: Database): Promise<Record<string, number>> {
  const sequences = await sql<{ table: string; sequence: string }>`
    select name as "table", pg_get_serial_sequence(name, 'id') as sequence
    from unnest(${identityTableNames}::text[]) as name
  `.execute(db);
  // Not `pg_sequences`, which does not show the next value of a sequence that was just set.
  const next = sequences.rows.map(
    ({ table, sequence }) => sql`
      select ${table} as "table", last_value + case when is_called then 1 else 0 end as id
      from ${sql.raw(sequence)}
    `,
  );
  const { rows } = await sql<{ table: string; id: number }>`${sql.join(next, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ table, id }) => [table, id]));
}

/** Sets the next ids; those of other tables become 1. */
export async function setNextIds(db: Database, ids: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, id] of Object.entries(await readNextIds(db))) {
    const next = ids[table] ?? 1;
    if (next === id) continue;
    // Unlike `setval`, this is part of the transaction.
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(next)}`.execute(db);
  }
}

async function isLarge(db: Database): Promise<boolean> {
  const beyond = tableNames.map((name) => sql`exists (select from ${sql.table(name)} offset 10000)`);
  const { rows } = await sql<{ large: boolean }>`select ${sql.join(beyond, sql` or `)} as large`.execute(db);
  return rows.some(({ large }) => large);
}

/**
 * Locks all tables, or fails after a short time. Another transaction may hold one table and wait for another, and
 * PostgreSQL would abort that transaction to resolve the deadlock.
 */
async function lockAll(db: Database): Promise<void> {
  await setTimeLimit(db, 'lock_timeout', 50);
  await sql`lock table ${tableList()} in access exclusive mode`.execute(db);
  await setTimeLimit(db, 'lock_timeout');
}
