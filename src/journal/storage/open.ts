import { resolve } from 'node:path';
import { sqliteFileOf } from '#database/location.ts';
import type { StoreOptions } from '#database/store-options.ts';
import { DatabaseStore, type DatabaseStoreOptions } from './database-store.ts';
import type { OpenedTable } from './journal-table.ts';

export interface JournalDatabaseOptions extends DatabaseStoreOptions {
  readonly runtime: DatabaseStoreOptions['runtime'] & StoreOptions['runtime'];
}

/**
 * Opens the journal of a database in a SQLite file or on a PostgreSQL server.
 * @throws DatabaseError
 */
export async function openDatabaseStore(
  database: string,
  options: JournalDatabaseOptions,
): Promise<DatabaseStore> {
  return new DatabaseStore(await openTable(database, options.runtime), options);
}

async function openTable(database: string, runtime: JournalDatabaseOptions['runtime']): Promise<OpenedTable> {
  const owner = runtime.uniqueId();
  const file = sqliteFileOf(database);
  if (file === undefined) {
    const { openPostgresTable } = await import('./postgres-table.ts');
    return await openPostgresTable(database, owner, runtime);
  }
  const { openSqliteTable } = await import('./sqlite-table.ts');
  return openSqliteTable(resolve(file), owner);
}
