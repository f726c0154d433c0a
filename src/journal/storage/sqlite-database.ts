import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DatabaseError, formatDatabaseReason } from '#database/database-errors.ts';
import { createStoreError, findFailureKind } from '#database/failure-kinds.ts';
import { createFile } from '#database/sqlite/create-file.ts';
import { createFileGuard, type FileGuard } from '#database/sqlite/file-guard.ts';
import { LockDeadline, type LockOptions } from '#database/sqlite/locking.ts';
import { isInTransaction, openDatabase } from '#database/sqlite/node-sqlite.ts';
import { bindParameters } from '#database/sqlite/parameters.ts';
import { PreparedStatements } from '#database/sqlite/statements.ts';
import type { Runtime } from '#runtime.ts';
import { ENTRY_COLUMNS, readColumn, saveStatement } from './entry-columns.ts';
import type { EntryRow } from './entry-row.ts';
import { buildSchema, type JournalDatabase, type JournalStatements } from './journal-database.ts';

export type SqliteRuntime = Pick<Runtime, 'machineNow' | 'systemMonotonic'> & LockOptions['runtime'];

/**
 * Opens the journal in a SQLite file of its own beside that of the accounts: a snapshot or a backup of the accounts replaces their
 * file, and each of their commits waits for the disk.
 * @param database the path of the database of the accounts
 * @throws DatabaseError
 */
export async function openSqliteDatabase(database: string, runtime: SqliteRuntime): Promise<JournalDatabase> {
  const path = `${database}${SUFFIX}`;
  try {
    const file = createFile(path);
    const journal = openDatabase(file, { timeout: 0 });
    try {
      await new LockDeadline({ runtime, lockTimeout: LOCK_TIMEOUT_MS }).retryWhileBusy(() => {
        checkOwner(journal);
        journal.exec(SCHEMA);
      });
      return new SqliteDatabase(journal, file, runtime);
    } catch (error) {
      journal.close();
      throw error;
    }
  } catch (error) {
    throw new DatabaseError(`Cannot use the journal ${path}: ${formatDatabaseReason(error)}.`, {
      cause: error,
    });
  }
}

class SqliteDatabase implements JournalDatabase {
  /** A transaction takes as long as ten entries; a reader in another process waits for it. */
  readonly delays = { alone: 20, shared: 3 };
  readonly pollInterval = 5;
  readonly forUpdate = '';
  readonly #database: DatabaseSync;
  readonly #guard: FileGuard;
  readonly #runtime: SqliteRuntime;
  readonly #statements: PreparedStatements;
  readonly #saveRow: StatementSync;
  readonly #version: StatementSync;
  #seenVersion: unknown;

  constructor(database: DatabaseSync, file: string, runtime: SqliteRuntime) {
    this.#database = database;
    // The store reports that entries are not written.
    this.#guard = createFileGuard(file, () => {});
    this.#runtime = runtime;
    this.#statements = new PreparedStatements(database);
    this.#saveRow = database.prepare(SAVE_ROW);
    this.#version = database.prepare('pragma data_version');
  }

  readonly query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    this.#map(() => this.#statements.run<Row>(bindParameters(text, values)).rows);

  readonly idsOf = (parameter: string): string => `select value from json_each(${parameter})`;

  async saveRows(rows: readonly EntryRow[], writer: string): Promise<void> {
    this.#map(() => {
      for (const row of rows)
        this.#saveRow.run(...ENTRY_COLUMNS.map((column) => readColumn(column, row, writer)));
    });
  }

  async transaction<Result>(action: (statements: JournalStatements) => Promise<Result>): Promise<Result> {
    this.#guard();
    await this.#begin();
    try {
      const result = await action(this);
      this.#map(() => this.#database.exec('commit'));
      return result;
    } catch (error) {
      // SQLite rolls back by itself after some errors, such as a full disk.
      if (isInTransaction(this.#database)) this.#database.exec('rollback');
      throw error;
    }
  }

  mayHaveChanged(): boolean {
    const version = this.#version.get()?.data_version;
    const hasChanged = version !== this.#seenVersion;
    this.#seenVersion = version;
    return hasChanged;
  }

  async readClock() {
    return { clock: this.#runtime.machineNow() * 1000, monotonic: this.#runtime.systemMonotonic() };
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** Waits while another process holds the write lock. The event loop runs meanwhile. */
  async #begin(): Promise<void> {
    const deadline = new LockDeadline({ runtime: this.#runtime, lockTimeout: LOCK_TIMEOUT_MS });
    try {
      await deadline.retryWhileBusy(() => this.#database.exec('begin immediate'));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  #map<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      throw toStoreError(error);
    }
  }
}

function toStoreError(error: unknown): unknown {
  const kind = findFailureKind(error);
  return kind === undefined ? error : createStoreError(kind, error);
}

/** What follows the path of the database of the accounts. */
const SUFFIX = '-requests';

const LOCK_TIMEOUT_MS = 5000;

/** `SpJn`, in the header of each file of a journal and of no other program (`pragma application_id`). */
const APPLICATION_ID = 0x53704a6e;

const VERSION = 1;

// An entry that was written survives the end of the process. That of the machine can take the latest ones, because a commit does not
// wait for the disk.
const SCHEMA = `
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${VERSION};
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
  ${buildSchema('blob')}
`;

const SAVE_ROW = saveStatement(`values (${ENTRY_COLUMNS.map(() => '?').join(', ')})`);

/** @throws Error if the file belongs to another program, or to a newer version */
function checkOwner(database: DatabaseSync): void {
  const read = (name: string) => Number(Object(database.prepare(`pragma ${name}`).get())[name]);
  const isNew = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (!isNew && read('application_id') !== APPLICATION_ID)
    throw new Error('it is the database of another program');
  if (read('user_version') > VERSION) throw new Error('it was written by a newer version of Sparring');
}
