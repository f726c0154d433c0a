import { resolve } from 'node:path';
import type { Runtime } from '#runtime.ts';
import { DatabaseStore, type DatabaseStoreOptions } from './database-store.ts';
import { openSqliteTable } from './sqlite-table.ts';

export interface JournalDatabaseOptions extends DatabaseStoreOptions {
  readonly runtime: DatabaseStoreOptions['runtime'] & Pick<Runtime, 'uniqueId'>;
}

/**
 * Opens the journal of a database: that of a SQLite file.
 * @throws DatabaseError
 */
export async function openDatabaseStore(
  database: string,
  options: JournalDatabaseOptions,
): Promise<DatabaseStore> {
  const owner = options.runtime.uniqueId();
  return new DatabaseStore(openSqliteTable(resolve(database.replace(/^sqlite:/i, '')), owner), options);
}
