import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { createMemoryUri, createUniqueName, type SqliteAccess } from '#database/sqlite/access.ts';
import { runMapped } from '#database/sqlite/failures.ts';
import { BusyError, LockDeadline } from '#database/sqlite/locking.ts';
import { copyDatabase, createTables, openDatabase } from '#database/sqlite/node-sqlite.ts';
import { SnapshotDeletedError, type StoreRecords } from '../../store/index.ts';
import type { Snapshots } from '../engine/engine.ts';
import { readRows } from '../engine/rows.ts';
import { runTransaction } from '../engine/transactions.ts';
import { tableNames } from '../schema/tables.ts';
import { checkpointInWorker, runExclusively } from './bulk.ts';
import { deleteOldFiles } from './file.ts';

/** Pages of one step of a copy, which runs in a thread of Node's pool: about four megabytes. */
const PAGES = 1000;
/** Snapshots of a server that was killed are deleted when they are older. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/**
 * Copies of the database, made page by page with SQLite's backup interface: files beside the database file, which their
 * owner only can read, or databases in memory.
 */
export function createSqliteSnapshots(access: SqliteAccess): Snapshots {
  const { location, database, guard, runtime } = access;
  const copies = new Map<string, Copy>();

  /** Replaces the content of the database by that of another one, in one transaction. */
  async function replace(source: DatabaseSync): Promise<void> {
    const deadline = new LockDeadline(access);
    await runMapped(access.outages, true, () =>
      runExclusively(access, async () => {
        await deadline.retryWhileBusy(() => overwrite(source, location));
        await checkpointInWorker(access);
      }),
    );
  }

  const buildFilePath = (name: string) => `${location}-snapshot-${name}`;
  /** The copy of this process, or the file that another process of the server has made. */
  const copyOf = (name: string): Copy => copies.get(name) ?? { location: buildFilePath(name) };

  /** A snapshot of a file is consistent because it is read in one transaction; writes continue meanwhile. */
  async function copyFile(name: string): Promise<string> {
    const file = buildFilePath(name);
    closeSync(openSync(file, 'wx', 0o600));
    const reader = openDatabase(location, { readOnly: true });
    try {
      reader.exec('begin');
      // The first read begins the transaction.
      reader.prepare('select 1 from users').get();
      await copyDatabase(reader, file, PAGES);
      return file;
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    } finally {
      reader.close();
    }
  }

  return {
    async take() {
      const name = createUniqueName();
      if (guard !== undefined) {
        copies.set(name, { location: await copyFile(name) });
        return name;
      }
      const copy = createMemoryUri();
      const connection = openDatabase(copy);
      await runExclusively(access, () => copyDatabase(database, copy, PAGES));
      copies.set(name, { location: copy, connection });
      return name;
    },

    async restore(_db, name) {
      const copy = copyOf(name);
      if (!copy.connection && !existsSync(copy.location)) throw new SnapshotDeletedError();
      const source = openDatabase(buildReadUrl(copy), { readOnly: true });
      try {
        await replace(source);
      } finally {
        source.close();
      }
    },

    async delete(_db, name) {
      deleteCopy(copyOf(name));
      copies.delete(name);
    },

    readAll: (db) =>
      runTransaction(db, async (transaction) => {
        const { rows } = await sql<{ name: string; seq: number }>`
          select name, seq from sqlite_sequence
        `.execute(transaction);
        return {
          tables: await readRows(transaction),
          nextIds: Object.fromEntries(rows.map(({ name, seq }) => [name, seq + 1])),
        };
      }),

    async replaceAll(_db, records) {
      const scratch = await createScratch(database, records, () => runtime.wait(0));
      try {
        await replace(scratch);
      } finally {
        scratch.close();
      }
    },

    async close() {
      for (const copy of copies.values()) deleteCopy(copy);
      copies.clear();
    },
  };
}

/** @throws BusyError while another process holds the write lock; Node reports an error with the code of success then. */
async function overwrite(source: DatabaseSync, location: string): Promise<void> {
  try {
    await copyDatabase(source, location, PAGES);
  } catch (error) {
    throw error instanceof Error && 'errcode' in error && error.errcode === 0 ? new BusyError(error) : error;
  }
}

interface Copy {
  readonly location: string;
  /** The connection that keeps a copy in memory. */
  readonly connection?: DatabaseSync;
}

/** A copy in a file does not change, so SQLite needs no log beside it. */
function buildReadUrl({ location, connection }: Copy): URL | string {
  if (connection) return location;
  const url = pathToFileURL(location);
  url.search = 'immutable=1';
  return url;
}

function deleteCopy(copy: Copy | undefined): void {
  if (copy?.connection) copy.connection.close();
  else if (copy) rmSync(copy.location, { force: true });
}

/** Deletes the snapshots that servers have left beside the file. */
export function deleteOldSnapshots(file: string, now: number): void {
  deleteOldFiles(file, /^-snapshot-/, now - MAX_AGE);
}

/**
 * A database in memory with the tables of another one and the records.
 * @param pause lets the event loop run between two parts
 */
async function createScratch(
  database: DatabaseSync,
  { tables, nextIds }: StoreRecords,
  pause: () => Promise<void>,
): Promise<DatabaseSync> {
  const scratch = openDatabase(':memory:', { enableForeignKeyConstraints: false });
  try {
    createTables(database, scratch);
    const migrations = ['kysely_migration', 'kysely_migration_lock'].map(
      (name) => [name, database.prepare(`select * from ${name}`).all()] as const,
    );
    const contents = tableNames.map((name) => [name, tables[name] ?? []] as const);
    for (const [name, rows] of [...migrations, ...contents]) await insert(scratch, name, rows, pause);
    scratch.exec('delete from sqlite_sequence');
    const sequence = scratch.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const [name, next] of Object.entries(nextIds)) sequence.run(name, next - 1);
    if (scratch.prepare('pragma foreign_key_check').all().length > 0)
      throw new Error('A record refers to a record that is not among the records.');
    return scratch;
  } catch (error) {
    scratch.close();
    throw error;
  }
}

async function insert(
  database: DatabaseSync,
  table: string,
  rows: readonly object[],
  pause: () => Promise<void>,
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const statement = database.prepare(`
    insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
    values (${names.map(() => '?').join(', ')})
  `);
  for (const [index, row] of rows.entries()) {
    statement.run(...(Object.values(row) as SQLInputValue[]));
    if (index % 1000 === 999) await pause();
  }
}
