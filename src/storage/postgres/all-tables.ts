import { sql } from 'kysely';
import type { NextId, Whole } from '../engine.ts';
import { type Database, identityTableNames, tableNames } from '../tables.ts';

const allTables = () => sql.join(tableNames.map((name) => sql.table(name)));
const MOST_TRIES = 100;

export const postgresWhole: Whole = {
  read: (db, steps) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        // Before the first read, which sets the moment that is seen: emptied tables would be seen empty at once.
        await sql`lock table ${allTables()} in access share mode`.execute(transaction);
        return await steps(transaction);
      }),

  async write(db, steps) {
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction().execute(async (transaction) => {
          await lockAll(transaction);
          await steps(transaction);
        });
      } catch (error) {
        if (tries === MOST_TRIES || !isLockTimeout(error)) throw error;
      }
    }
  },

  async removeRows(db) {
    // Truncating makes new files for all tables, which takes longer than deleting a few rows.
    if (await isLarge(db)) await sql`truncate ${allTables()}`.execute(db);
    else for (const name of tableNames.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
  },

  async nextIds(db) {
    const sequences = await sql<{ table: string; sequence: string }>`
      select name as "table", pg_get_serial_sequence(name, 'id') as sequence
      from unnest(${identityTableNames}::text[]) as name
    `.execute(db);
    // Not `pg_sequences`, which does not know what a sequence that has just been set will give.
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
    for (const { table, id } of await postgresWhole.nextIds(db)) {
      const next = wanted.get(table) ?? 1;
      if (next === id) continue;
      // Unlike `setval` this belongs to the transaction.
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
 * Waits for the others for a moment only and lets go again: one of them may hold one table and wait for another, and
 * PostgreSQL would end that one rather than us.
 */
async function lockAll(db: Database): Promise<void> {
  await sql`set local lock_timeout = '50ms'`.execute(db);
  await sql`lock table ${allTables()} in access exclusive mode`.execute(db);
  await sql`set local lock_timeout to default`.execute(db);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
