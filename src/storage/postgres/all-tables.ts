import { sql } from 'kysely';
import type { AllTables, NextId } from '../engine.ts';
import { toStoreError } from '../failure-kinds.ts';
import { type Database, identityTableNames, tableNames } from '../tables.ts';
import { setTimeLimit } from './time-limits.ts';

const tableList = () => sql.join(tableNames.map((name) => sql.table(name)));
const MAX_ATTEMPTS = 100;
/** Maximum time of a statement that reads or writes a table, in milliseconds. */
const TABLE_TIME = 10 * 60_000;

export const postgresAllTables: AllTables = {
  read: (db, steps) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await setTimeLimit('statement_timeout', TABLE_TIME).execute(transaction);
        // Before the first read, which takes the snapshot: a truncated table is empty in every snapshot.
        await sql`lock table ${tableList()} in access share mode`.execute(transaction);
        return await steps(transaction);
      }),

  async write(db, steps) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (transaction) => {
          await lockAll(transaction);
          await setTimeLimit('statement_timeout', TABLE_TIME).execute(transaction);
          await steps(transaction);
        });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (attempt === MAX_ATTEMPTS) throw toStoreError('locked', error);
      }
    }
  },

  async deleteRows(db) {
    // Truncation creates new files for all tables, which takes longer than deleting a few rows.
    if (await isLarge(db)) await sql`truncate ${tableList()}`.execute(db);
    else for (const name of tableNames.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
  },

  async nextIds(db) {
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
    return (await sql<NextId>`${sql.join(next, sql` union all `)}`.execute(db)).rows;
  },

  async setNextIds(db, ids) {
    const wanted = new Map(ids.map(({ table, id }) => [table, id]));
    for (const { table, id } of await postgresAllTables.nextIds(db)) {
      const next = wanted.get(table) ?? 1;
      if (next === id) continue;
      // Unlike `setval`, this is part of the transaction.
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(next)}`.execute(db);
    }
  },
};

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
  await setTimeLimit('lock_timeout', 50).execute(db);
  await sql`lock table ${tableList()} in access exclusive mode`.execute(db);
  await sql`set local lock_timeout to default`.execute(db);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
