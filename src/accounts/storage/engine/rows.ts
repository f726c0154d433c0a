import { sql } from 'kysely';
import type { StoreRecords } from '../../store/index.ts';
import { type Database, tableNames } from '../schema/tables.ts';
import { splitBatches } from './batches.ts';

/** All rows of all tables, in the caller's transaction. */
export async function readRows(db: Database): Promise<StoreRecords['tables']> {
  const tables: Record<string, readonly object[]> = {};
  for (const name of tableNames) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    tables[name] = rows;
  }
  return tables;
}

/** Adds rows to empty tables, in the caller's transaction. */
export async function insertRows(db: Database, tables: StoreRecords['tables']): Promise<void> {
  for (const name of tableNames) {
    const rows = tables[name] ?? [];
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    for (const batch of splitBatches(rows)) {
      const values = batch.map((row) => sql`(${sql.join(Object.values(row))})`);
      await sql`insert into ${sql.table(name)} (${columns}) values ${sql.join(values)}`.execute(db);
    }
  }
}
