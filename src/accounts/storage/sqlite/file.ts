import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#database/sqlite/node-sqlite.ts';
import { checkMigrations, MIGRATION_TABLE } from '../migrations/migrate.ts';

/** Deletes the files beside a file whose names continue its name with the suffix and that are older than the time. */
export function deleteOldFiles(file: string, suffix: RegExp, before: number): void {
  const [folder, start] = [dirname(file), basename(file)];
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !suffix.test(name.slice(start.length))) continue;
    const path = join(folder, name);
    // Another process may have deleted it.
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt !== undefined && modifiedAt < before) rmSync(path, { force: true });
  }
}

/** `Spar`, in the header of each file of Sparring and of no other program (`pragma application_id`). */
const APPLICATION_ID = 0x53706172;

/**
 * Checks which program a database file belongs to, without writing to it.
 * @throws Error with the reason when the file is no database, or belongs to another program or a newer version.
 */
export function checkOwner(file: string): void {
  check(file, (database) => checkMigrations(readMigrations(database)));
}

/** Checks a file that may belong to a newer version. */
export function checkProgram(file: string): void {
  check(file, readMigrations);
}

function check(file: string, checkContents: ContentCheck): void {
  const state = statSync(file);
  const hasLog = existsSync(`${file}-wal`);
  // SQLite reports why it cannot open a folder.
  if (!state.isFile() || (state.size === 0 && !hasLog)) return;
  try {
    checkFile(file, hasLog, checkContents);
  } catch (error) {
    // A server that starts at the same time may have begun a log meanwhile, and has then written to the file.
    if (hasLog || !existsSync(`${file}-wal`)) throw error;
    checkFile(file, true, checkContents);
  }
}

/**
 * Reads a file with a log together with the log, because the tables may be in the log only. A file without a log is not
 * open in a store of this process, whose locks would be lost; `immutable` keeps SQLite from creating a log.
 */
function checkFile(file: string, hasLog: boolean, checkContents: ContentCheck): void {
  const url = pathToFileURL(file);
  if (!hasLog) url.search = 'immutable=1';
  const database = openDatabase(url, { readOnly: true, timeout: 5000 });
  try {
    checkContents(database);
  } finally {
    database.close();
  }
}

/** Marks a database as Sparring's. Called before the first log is begun, so that the mark is in the file itself. */
export function markOwner(database: DatabaseSync): void {
  if (readId(database) !== APPLICATION_ID) database.exec(`pragma application_id = ${APPLICATION_ID}`);
}

function readId(database: DatabaseSync): unknown {
  return database.prepare('pragma application_id').get()?.application_id;
}

type ContentCheck = (database: DatabaseSync) => unknown;

/**
 * The names of the migrations that have run on a database of Sparring.
 * @throws Error with the reason when it is the database of another program.
 */
function readMigrations(database: DatabaseSync): string[] {
  const id = readId(database);
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const names = tables.map(({ name }) => String(name));
  const migrations = names.includes(MIGRATION_TABLE)
    ? database.prepare(`select name from ${MIGRATION_TABLE}`).all()
    : [];
  // A file that was restored from the text of a dump has no id. A file whose creation was killed may have no tables yet.
  const isOurs =
    id === APPLICATION_ID ||
    (id === 0 && (migrations.length > 0 ? names.includes('authorizations') : names.every(isOfMigrator)));
  if (!isOurs) throw new Error('it is the database of another program');
  return migrations.map(({ name }) => String(name));
}

/** SQLite's own tables, and those that are created before the first migration runs. */
function isOfMigrator(name: string): boolean {
  return /^(?:kysely|sqlite)_/.test(name);
}
