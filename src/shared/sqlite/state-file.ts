import type { DatabaseSync } from 'node:sqlite';
import { createOutageLog, type OutageLog } from '#database/outage-log.ts';
import { runMapped } from '#database/sqlite/failures.ts';
import { LockDeadline } from '#database/sqlite/locking.ts';
import { isInTransaction, openDatabase } from '#database/sqlite/node-sqlite.ts';
import { bindParameters } from '#database/sqlite/parameters.ts';
import { PreparedStatements } from '#database/sqlite/statements.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { Decided, Statement, Statements } from '../database/statements.ts';

/** The connection of one process to the file of the shared state. */
export class StateFile implements Statements {
  readonly #runtime: Runtime;
  readonly #database: DatabaseSync;
  readonly #statements: PreparedStatements;
  readonly #outages: OutageLog;

  private constructor(database: DatabaseSync, runtime: Runtime, log: Log) {
    this.#database = database;
    this.#statements = new PreparedStatements(database);
    this.#runtime = runtime;
    this.#outages = createOutageLog((sentence) => log.error(sentence), runtime);
  }

  /** Opens the file, and creates its tables. */
  static async open(location: string, runtime: Runtime, log: Log): Promise<StateFile> {
    const database = openDatabase(location, { timeout: 0 });
    const file = new StateFile(database, runtime, log);
    await file.#whenFree(() => database.exec(TABLES));
    return file;
  }

  readonly query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    await this.#whenFree(() => this.#run<Row>({ text, values }));

  /** Other processes wait for its end, so it takes one step of the event loop. */
  readonly transaction = <Row, Result>(
    first: Statement,
    next: (rows: Row[]) => Decided<Result>,
  ): Promise<Result> =>
    this.#whenFree(() => {
      this.#database.exec('begin immediate');
      try {
        const { statements, result } = next(this.#run<Row>(first));
        for (const statement of statements) this.#run(statement);
        this.#database.exec(statements.length > 0 ? 'commit' : 'rollback');
        return result;
      } catch (error) {
        // SQLite rolls back by itself after some errors, such as a full disk.
        if (isInTransaction(this.#database)) this.#database.exec('rollback');
        throw error;
      }
    });

  readonly listOf = (parameter: string): string => `select value from json_each(${parameter})`;

  readonly rowsOf = (parameter: string, columns: number): string => {
    const names = Array.from(
      { length: columns },
      (_, index) => `json_extract(value, '$[${index}]') as c${index}`,
    );
    return `select ${names.join(', ')} from json_each(${parameter})`;
  };

  #run<Row>({ text, values }: Statement): Row[] {
    return this.#statements.run<Row>(bindParameters(text, values)).rows;
  }

  /** Changes when another connection has changed the file. */
  async readDataVersion(): Promise<number | undefined> {
    const [row] = await this.query<{ readonly data_version: number }>('pragma data_version');
    return row?.data_version;
  }

  close(): void {
    this.#database.close();
  }

  /** Repeats an action while another process holds the write lock. The event loop runs meanwhile. */
  async #whenFree<Result>(action: () => Result): Promise<Result> {
    const deadline = new LockDeadline({ runtime: this.#runtime, lockTimeout: LOCK_TIMEOUT_MS });
    const result = await runMapped(this.#outages, false, () => deadline.retryWhileBusy(action));
    this.#outages.succeeded(true);
    return result;
  }
}

const LOCK_TIMEOUT_MS = 5000;

/** The state ends with the server, so it needs not survive a failure of the machine. */
const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = off;
  pragma temp_store = memory;
  create table if not exists shared_values (
    name text primary key,
    version integer not null,
    value text
  ) without rowid;
  create table if not exists shared_counters (
    name text not null,
    key text not null,
    value integer not null,
    ends_at integer not null,
    primary key (name, key)
  ) without rowid;
  create table if not exists shared_locks (
    name text primary key,
    owner text not null,
    lapses_at integer not null
  ) without rowid;
  create table if not exists shared_records (
    name text primary key,
    id text not null,
    count integer not null,
    done integer not null,
    size integer not null,
    used integer not null,
    state text not null
  );
  create index if not exists shared_records_by_use on shared_records (used, size);
  create table if not exists shared_items (
    record text not null,
    kind text not null,
    number integer not null,
    owner text,
    value text not null,
    primary key (record, kind, number)
  ) without rowid;
  create index if not exists shared_items_by_owner on shared_items (owner) where owner is not null;
`;
