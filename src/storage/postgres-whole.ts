import { sql } from 'kysely';
import type { NextId, Whole } from './engine.ts';
import { countedTableNames, type Database, tableNames } from './tables.ts';

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

  async empty(db) {
    await sql`truncate ${allTables()} restart identity`.execute(db);
  },

  async nextIds(db) {
    const ids: NextId[] = [];
    for (const table of countedTableNames) {
      const { rows } = await sql<{ sequence: string }>`
        select pg_get_serial_sequence(${table}, 'id') as sequence
      `.execute(db);
      for (const { sequence } of rows) {
        // Not `pg_sequences`, which does not know what a sequence that has just been set will give.
        const next = await sql<{ id: number }>`
          select last_value + case when is_called then 1 else 0 end as id from ${sql.raw(sequence)}
        `.execute(db);
        for (const { id } of next.rows) ids.push({ table, id });
      }
    }
    return ids;
  },

  async setNextIds(db, ids) {
    // Unlike `setval` this belongs to the transaction.
    for (const { table, id } of ids) {
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(id)}`.execute(db);
    }
  },
};

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
