import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DatabaseError, formatDatabaseReason } from '#database/database-errors.ts';
import { createFile } from '#database/sqlite/create-file.ts';
import { createFileGuard, type FileGuard } from '#database/sqlite/file-guard.ts';
import { isInTransaction, openDatabase } from '#database/sqlite/node-sqlite.ts';
import type { EntryRow } from './entry-row.ts';
import type { JournalTable, OpenedTable, TableChanges, TableContent } from './journal-table.ts';

/**
 * Opens the journal in a SQLite file of its own beside that of the accounts: a snapshot or a backup of the accounts replaces their
 * file, and each of their commits waits for the disk.
 * @param database the path of the database of the accounts
 * @throws DatabaseError
 */
export function openSqliteTable(database: string, owner: string): OpenedTable {
  const path = `${database}${SUFFIX}`;
  try {
    const file = createFile(path);
    const journal = openDatabase(file, { timeout: START_TIMEOUT_MS });
    try {
      checkOwner(journal);
      journal.exec(SCHEMA);
      const content = takeOver(journal, owner);
      journal.exec('pragma busy_timeout = 0');
      return { table: new SqliteTable(journal, file, owner), content };
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

class SqliteTable implements JournalTable {
  /** A transaction takes as long as ten entries. */
  readonly delay = 20;
  readonly #database: DatabaseSync;
  readonly #guard: FileGuard;
  readonly #owner: string;
  readonly #saveState: StatementSync;
  readonly #saveRow: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync, file: string, owner: string) {
    this.#database = database;
    // The store reports that entries are not written.
    this.#guard = createFileGuard(file, () => {});
    this.#owner = owner;
    this.#saveState = database.prepare('update journal_state set state = ? where owner = ?');
    this.#saveRow = database.prepare(SAVE_ROW);
    this.#remove = database.prepare('delete from journal_entries where id = ?');
  }

  async write({ state, rows, removed }: TableChanges): Promise<boolean> {
    this.#guard();
    this.#database.exec('begin immediate');
    try {
      const isOwner = this.#saveState.run(state, this.#owner).changes === 1;
      if (isOwner) {
        for (const row of rows) this.#save(row);
        for (const id of removed) this.#remove.run(id);
      }
      this.#database.exec('commit');
      return isOwner;
    } catch (error) {
      // SQLite rolls back by itself after some errors, such as a full disk.
      if (isInTransaction(this.#database)) this.#database.exec('rollback');
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #save({ id, bin, own, marked, note, connection, size, entry, requestBody, responseBody }: EntryRow): void {
    const flags = [Number(own), Number(marked)];
    this.#saveRow.run(id, bin, ...flags, note, connection, size, entry, requestBody, responseBody);
  }
}

/** What follows the path of the database of the accounts. */
const SUFFIX = '-requests';

/** Milliseconds for which the start waits for a server that is about to end. */
const START_TIMEOUT_MS = 5000;

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
  create table if not exists journal_entries (
    id integer primary key,
    bin text,
    own integer not null,
    marked integer not null,
    note text,
    connection integer not null,
    size integer not null,
    entry text not null,
    request_body blob,
    response_body blob
  );
  create table if not exists journal_state (
    only integer primary key check (only = 1),
    owner text not null,
    state text
  );
`;

const SAVE_ROW = `
  insert or replace into journal_entries (id, bin, own, marked, note, connection, size, entry, request_body, response_body)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`;

/** @throws Error if the file belongs to another program, or to a newer version */
function checkOwner(database: DatabaseSync): void {
  const read = (name: string) => Number(Object(database.prepare(`pragma ${name}`).get())[name]);
  const isNew = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (!isNew && read('application_id') !== APPLICATION_ID)
    throw new Error('it is the database of another program');
  if (read('user_version') > VERSION) throw new Error('it was written by a newer version of Sparring');
}

/** Makes the server the one that writes, and reads what the earlier one has written. */
function takeOver(database: DatabaseSync, owner: string): TableContent {
  database.exec('begin immediate');
  database
    .prepare(
      'insert into journal_state (only, owner) values (1, ?) on conflict (only) do update set owner = excluded.owner',
    )
    .run(owner);
  const state = database.prepare('select state from journal_state').get()?.state;
  const rows = database.prepare('select * from journal_entries order by id').all().map(toRow);
  database.exec('commit');
  return { rows, state: typeof state === 'string' ? state : undefined };
}

function toRow(row: Record<string, unknown>): EntryRow {
  return {
    id: Number(row.id),
    bin: toText(row.bin),
    own: row.own === 1,
    marked: row.marked === 1,
    note: toText(row.note),
    connection: Number(row.connection),
    size: Number(row.size),
    entry: String(row.entry),
    requestBody: toBytes(row.request_body),
    responseBody: toBytes(row.response_body),
  };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function toBytes(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}
