import type { DatabaseSync } from 'node:sqlite';
import { createOutageLog, type OutageLog } from '#database/outage-log.ts';
import { runMapped } from '#database/sqlite/failures.ts';
import { LockDeadline } from '#database/sqlite/locking.ts';
import { openDatabase } from '#database/sqlite/node-sqlite.ts';
import { PreparedStatements } from '#database/sqlite/statements.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { Statements } from '../database/statements.ts';

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

  readonly query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    // Node 22 binds only parameters without a name, and `$1` and `?1` are names in SQLite.
    const parameters: unknown[] = [];
    const sql = text.replace(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1];
      parameters.push(Array.isArray(value) ? JSON.stringify(value) : value);
      return '?';
    });
    return await this.#whenFree(() => this.#statements.run<Row>({ sql, parameters }).rows);
  };

  readonly listOf = (parameter: string): string => `select value from json_each(${parameter})`;

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
`;
