import { resolve } from 'node:path';
import { sqliteFileOf } from '#database/location.ts';
import { DatabaseStore, type DatabaseStoreOptions } from './database-store.ts';
import type { JournalDatabase } from './journal-database.ts';
import type { PostgresRuntime } from './postgres-database.ts';
import type { SqliteRuntime } from './sqlite-database.ts';

export interface JournalDatabaseOptions extends DatabaseStoreOptions {
  readonly runtime: DatabaseStoreOptions['runtime'] & PostgresRuntime & SqliteRuntime;
}

/**
 * Opens the journal of a database in a SQLite file or on a PostgreSQL server.
 * @throws DatabaseError
 */
export async function openDatabaseStore(
  location: string,
  options: JournalDatabaseOptions,
): Promise<DatabaseStore> {
  const database = await openDatabase(location, options.runtime);
  try {
    return await DatabaseStore.open(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(
  location: string,
  runtime: JournalDatabaseOptions['runtime'],
): Promise<JournalDatabase> {
  const file = sqliteFileOf(location);
  if (file === undefined) {
    const { openPostgresDatabase } = await import('./postgres-database.ts');
    return await openPostgresDatabase(location, runtime);
  }
  const { openSqliteDatabase } = await import('./sqlite-database.ts');
  return await openSqliteDatabase(resolve(file), runtime);
}
