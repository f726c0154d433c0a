import { sql } from 'kysely';
import type { Store } from '../authorizations/store.ts';
import { toBatches } from './batches.ts';
import type { AllTables, NextId } from './engine.ts';
import { type Database, tableNames } from './tables.ts';

const NEXT_IDS = 'next ids';

/** Copies, replaces and deletes all records. */
export function createSnapshots(db: Database, all: AllTables): Pick<Store, 'snapshot' | 'restore' | 'clear'> {
  return {
    snapshot: () =>
      all.read(db, async (transaction) => {
        const tables: Record<string, readonly object[]> = {};
        for (const name of tableNames) {
          const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(transaction);
          tables[name] = rows;
        }
        return { tables: { ...tables, [NEXT_IDS]: await all.nextIds(transaction) } };
      }),

    restore: ({ tables }) =>
      all.write(db, async (transaction) => {
        await all.deleteRows(transaction);
        for (const name of tableNames) await insert(transaction, name, tables[name] ?? []);
        // Only `snapshot` writes this entry.
        await all.setNextIds(transaction, (tables[NEXT_IDS] ?? []) as NextId[]);
      }),

    clear: () =>
      all.write(db, async (transaction) => {
        await all.deleteRows(transaction);
        await all.setNextIds(transaction, []);
      }),
  };
}

async function insert(db: Database, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const batch of toBatches(rows)) {
    const values = batch.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(values)}
    `.execute(db);
  }
}
