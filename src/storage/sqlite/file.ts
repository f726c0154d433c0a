import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { checkMigrations, MIGRATION_TABLE } from '../migrate.ts';

/** `Spar`, in the header of each file of ours and of no other program (`pragma application_id`). */
const APPLICATION_ID = 0x53706172;

/**
 * Checks whose database a file is, without writing to it.
 * @throws Error with the reason when it is no database, or that of another program or of a newer version.
 */
export function checkOwner(file: string): void {
  const { size, isFile } = sizeOf(file);
  const hasLog = existsSync(`${file}-wal`);
  // SQLite itself says why it cannot open a folder.
  if (!isFile || (size === 0 && !hasLog)) return;
  try {
    check(file, hasLog);
  } catch (error) {
    // A server that starts at the same time may have begun a log meanwhile, and has then written to the file.
    if (hasLog || !existsSync(`${file}-wal`)) throw error;
    check(file, true);
  }
}

function sizeOf(file: string) {
  const state = statSync(file);
  return { size: state.size, isFile: state.isFile() };
}

/**
 * A file with a log is read together with it, because the tables may be in the log alone. A file without a log is not
 * open in a store of this process, whose locks would be lost; `immutable` keeps SQLite from creating a log.
 */
function check(file: string, hasLog: boolean): void {
  const url = pathToFileURL(file);
  if (!hasLog) url.search = 'immutable=1';
  const database = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
  try {
    checkContents(database);
  } finally {
    database.close();
  }
}

/** Marks a database as ours. Before the first log is begun, so that the mark is in the file itself. */
export function markOwner(database: DatabaseSync): void {
  if (readId(database) !== APPLICATION_ID) database.exec(`pragma application_id = ${APPLICATION_ID}`);
}

function readId(database: DatabaseSync): unknown {
  return database.prepare('pragma application_id').get()?.application_id;
}

function checkContents(database: DatabaseSync): void {
  const id = readId(database);
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const names = tables.map(({ name }) => String(name));
  const migrations = names.includes(MIGRATION_TABLE)
    ? database.prepare(`select name from ${MIGRATION_TABLE}`).all()
    : [];
  // Stores of the first versions have no id. A store that was killed while it was made may have no tables yet.
  const isOurs =
    id === APPLICATION_ID ||
    (id === 0 && (migrations.length > 0 ? names.includes('authorizations') : names.every(isOfMigrator)));
  if (!isOurs) throw new Error('it is the database of another program');
  checkMigrations(migrations.map(({ name }) => String(name)));
}

/** SQLite's own tables, and those that are created before the first migration is run. */
function isOfMigrator(name: string): boolean {
  return /^(?:kysely|sqlite)_/.test(name);
}
