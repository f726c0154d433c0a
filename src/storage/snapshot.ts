import { sql } from 'kysely';
import type { Store } from '../authorizations/store.ts';
import { inPortions } from './batches.ts';
import type { NextId, Whole } from './engine.ts';
import { type Database, tableNames } from './tables.ts';

const NEXT_IDS = 'next ids';

/** What is done to all records at once. */
export function createSnapshots(db: Database, whole: Whole): Pick<Store, 'snapshot' | 'restore' | 'clear'> {
  return {
    snapshot: () =>
      whole.read(db, async (transaction) => {
        const tables: Record<string, readonly object[]> = {};
        for (const name of tableNames) {
          const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(transaction);
          tables[name] = rows;
        }
        return { tables: { ...tables, [NEXT_IDS]: await whole.nextIds(transaction) } };
      }),

    restore: ({ tables }) =>
      whole.write(db, async (transaction) => {
        await whole.removeRows(transaction);
        for (const name of tableNames) await insert(transaction, name, tables[name] ?? []);
        // What stands under this name only `snapshot` has put there.
        await whole.setNextIds(transaction, (tables[NEXT_IDS] ?? []) as NextId[]);
      }),

    clear: () =>
      whole.write(db, async (transaction) => {
        await whole.removeRows(transaction);
        await whole.setNextIds(transaction, []);
      }),
  };
}

async function insert(db: Database, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const portion of inPortions(rows)) {
    const values = portion.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(values)}
    `.execute(db);
  }
}
