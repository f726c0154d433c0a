import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { OutageLog } from '../outage-log.ts';
import { mapFailures } from './failures.ts';
import type { FileGuard } from './file-guard.ts';
import { isBusy, LockDeadline, type LockOptions, Mutex } from './locking.ts';
import { PreparedStatements } from './statements.ts';

export interface SqliteDriverOptions extends LockOptions {
  readonly outages: OutageLog;
  /** Statements that run once, when the database is used first. */
  readonly initialize: () => void;
  /** Where the database is a file. */
  readonly guard?: FileGuard | undefined;
}

export function createSqliteDialect(database: DatabaseSync, options: SqliteDriverOptions): Dialect {
  return {
    createDriver: () => mapFailures(new SqliteDriver(database, options), options.outages),
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * Kysely's driver over the one connection of `node:sqlite`. A statement runs synchronously, so only a transaction, which
 * awaits between its statements, has to exclude other users of the connection.
 */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #mutex = new Mutex<Session>();
  readonly #statements: PreparedStatements;
  readonly #options: SqliteDriverOptions;
  readonly #idle: Session[] = [];

  constructor(database: DatabaseSync, options: SqliteDriverOptions) {
    this.#database = database;
    this.#options = options;
    this.#statements = new PreparedStatements(database, options.guard);
  }

  async init(): Promise<void> {
    await new LockDeadline(this.#options).retryWhileBusy(this.#options.initialize);
  }

  async acquireConnection(): Promise<Session> {
    return this.#idle.pop() ?? new Session(this.#execute);
  }

  async releaseConnection(session: Session): Promise<void> {
    this.#idle.push(session);
  }

  async beginTransaction(session: Session): Promise<void> {
    const deadline = new LockDeadline(this.#options);
    await this.#mutex.acquire(session);
    try {
      // Immediate: a transaction that takes the write lock later fails when another process took it first.
      await deadline.retryWhileBusy(() => this.#database.exec('begin immediate'));
    } catch (error) {
      this.#mutex.release();
      throw error;
    }
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
    this.#mutex.release();
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#mutex.release();
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }

  readonly #execute = async <Row>(session: Session, query: CompiledQuery): Promise<QueryResult<Row>> => {
    if (this.#mutex.isHeldBy(session)) return this.#statements.run(query);
    // The holder of the mutex may wait for the write lock of another process. Only a transaction delays reads.
    const isRead = this.#statements.isRead(query) && !this.#database.isTransaction;
    if (isRead || this.#mutex.isFree()) {
      try {
        return this.#statements.run(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    const deadline = new LockDeadline(this.#options);
    await this.#mutex.acquire(session);
    try {
      return await deadline.retryWhileBusy(() => this.#statements.run<Row>(query));
    } finally {
      this.#mutex.release();
    }
  };
}

type Execute = <Row>(session: Session, query: CompiledQuery) => Promise<QueryResult<Row>>;

/** One user of the shared connection. */
class Session implements DatabaseConnection {
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute(this, query);
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.');
  }
}

/** SQLite has no locks of rows: a transaction that writes excludes all others. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node);
  }
}

class Adapter extends SqliteAdapter {
  // The driver has its own mutex, which costs nothing while no transaction runs.
  override get supportsMultipleConnections() {
    return true;
  }

  // Migrations run in one transaction, which excludes other processes.
  override get supportsTransactionalDdl() {
    return true;
  }
}
