import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseError, formatDatabaseReason } from '#database/database-errors.ts';
import { isBusy } from '#database/sqlite/locking.ts';
import { openDatabase } from '#database/sqlite/node-sqlite.ts';
import { createRuntime } from '#runtime.ts';
import { checkOwner, checkProgram, deleteOldFiles } from './file.ts';
import { createFolder } from './folder.ts';

export interface BackupOptions {
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
}

/**
 * Copies a database to a file, also while a server uses the database. The copy has the state of one time, and access for
 * its owner only. The file appears under its name when it is complete and flushed to the disk.
 * @throws DatabaseError when the database cannot be read, or the file exists and `force` is not set.
 */
export function backUp(database: string, file: string, { force }: BackupOptions): void {
  const [source, target] = [resolve(database), resolve(file)];
  explain(`Cannot back up ${source}`, () => {
    requireStore(source);
    for (const part of [source, `${source}-wal`, `${source}-shm`])
      if (isSameFile(part, target)) throw new Error(`${target} is a file of the database itself`);
    if (!force) requireAbsent(target);
    const copy = copyDatabase(source, target);
    try {
      if (force) renameSync(copy, target);
      else linkNew(copy, target);
    } finally {
      rmSync(copy, { force: true });
    }
    flush(dirname(target));
  });
}

/**
 * Replaces a database by a backup. The previous database is kept under another name, which is returned.
 * @throws DatabaseError when the backup is not a database of Sparring or of a newer version, when a program has the
 * database open, or when an earlier previous database would be lost and `force` is not set.
 */
export function restore(file: string, database: string, { force }: BackupOptions): string | undefined {
  const [source, target] = [resolve(file), resolve(database)];
  return explain(`Cannot restore ${target}`, () => {
    requireStore(source);
    if (isSameFile(source, target)) throw new Error('the backup is the database itself');
    if (!existsSync(target)) {
      createFolder(dirname(target));
      linkAndRemove(copyDatabase(source, target), target);
      flush(dirname(target));
      return undefined;
    }
    const retained = `${target}.before-restore`;
    if (!force) requireAbsent(retained);
    // A damaged database fails this check, too.
    if (!force) checkProgram(target);
    const copy = copyDatabase(source, target);
    try {
      const release = lock(target, force);
      try {
        // There is a database at any time: a server that starts when this process is killed would create an empty one.
        keep(target, retained);
        // A damaged database can have a log. One that stayed would be applied to the restored database.
        for (const suffix of ['-wal', '-shm']) move(`${target}${suffix}`, `${retained}${suffix}`);
        renameSync(copy, target);
      } finally {
        release();
      }
    } finally {
      rmSync(copy, { force: true });
    }
    flush(dirname(target));
    return retained;
  });
}

/** Copies a database to a new file beside the target, checks the copy, and flushes it to the disk. */
function copyDatabase(source: string, target: string): string {
  // The copies of processes that were killed.
  deleteOldFiles(target, /^\.\d{1,10}\.tmp(?:$|-)/, createRuntime().machineNow() - MAX_COPY_AGE);
  const copy = `${target}.${process.pid}.tmp`;
  removeCopy(copy);
  // SQLite writes to an empty file and keeps its mode.
  closeSync(openSync(copy, 'wx', 0o600));
  try {
    // Not read-only: a read-only connection would leave an empty log behind.
    withDatabase(source, (database) => database.prepare('vacuum into ?').run(copy));
    withDatabase(copy, (database) => {
      const result = database.prepare('pragma quick_check(1)').get()?.quick_check;
      if (result !== 'ok') throw new Error(`the copy is damaged (${result})`);
    });
    flush(copy);
    return copy;
  } catch (error) {
    removeCopy(copy);
    throw error;
  }
}

/** Removes a copy with the log that SQLite leaves beside it when the disk is full. */
function removeCopy(copy: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
}

/** Milliseconds. A copy that is being written has been changed a short time ago. */
const MAX_COPY_AGE = 60 * 60_000;

/**
 * Locks a database against all other programs, and writes its log into the file. The end of the log needs the only
 * connection, which a server that has the database open prevents.
 * @returns the function that unlocks the database
 */
function lock(file: string, force: boolean): () => void {
  const database = openDatabase(file, { timeout: 1000 });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new Error('a program has it open; stop the server first');
    // A damaged database cannot be locked.
    if (!force) throw error;
    return () => {};
  }
  return () => database.close();
}

function withDatabase(file: string, action: (database: DatabaseSync) => void): void {
  const database = openDatabase(file, { timeout: 5000 });
  try {
    action(database);
  } finally {
    database.close();
  }
}

/** @throws Error unless the file is a database of Sparring, of this version or an older one. */
function requireStore(file: string): void {
  const state = statSync(file);
  if (!state.isFile()) throw new Error(`${file} is not a file`);
  if (state.size === 0 && !existsSync(`${file}-wal`)) throw new Error(`${file} is empty`);
  checkOwner(file);
}

function requireAbsent(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists; --force replaces it`);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** Gives a file a second name, which must be new. Some file systems have no links. */
function linkNew(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    requireAbsent(name);
    renameSync(file, name);
  }
}

/** Gives a file a second name, which may exist. On a file system without links, the second name is a copy. */
function keep(file: string, name: string): void {
  rmSync(name, { force: true });
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
    flush(name);
  }
}

function linkAndRemove(file: string, name: string): void {
  try {
    linkNew(file, name);
  } finally {
    rmSync(file, { force: true });
  }
}

function move(from: string, to: string): void {
  rmSync(to, { force: true });
  if (existsSync(from)) renameSync(from, to);
}

/** Flushes a file, or the names in a folder, to the disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function explain<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw new DatabaseError(`${what}: ${formatDatabaseReason(error)}.`, { cause: error });
  }
}
