import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config/resolve.ts';
import { sqliteFileOf } from '#database/location.ts';

/** The absolute path of the file of a SQLite database; undefined for another database. */
export function parseDatabaseFile(database: string): string | undefined {
  const file = sqliteFileOf(database);
  return file === undefined ? undefined : path.resolve(file);
}

/**
 * Creates the folder of the default database. The store creates no folder: that of a path that a user wrote must exist,
 * because a misspelt path would be a new, empty database.
 * @returns the path that a user wrote, if the file does not exist, so that the command can name what it creates
 */
export async function prepareDatabase({
  settings: { database },
  origins,
}: Pick<Config, 'settings' | 'origins'>): Promise<string | undefined> {
  const file = parseDatabaseFile(database);
  if (file === undefined) return undefined;
  if (origins.database !== 'default') return existsSync(file) ? undefined : file;
  const { createFolder } = await import('#accounts/storage/sqlite/folder.ts');
  const { DatabaseError, formatDatabaseReason } = await import('#database/database-errors.ts');
  try {
    createFolder(path.dirname(file));
  } catch (error) {
    throw new DatabaseError(`Cannot use the SQLite database ${file}: ${formatDatabaseReason(error)}.`, {
      cause: error,
    });
  }
  return undefined;
}
