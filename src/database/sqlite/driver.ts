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
import type { SqliteAccess } from './access.ts';
import type { CommitGroup } from './commit-group.ts';
import { mapFailures } from './failures.ts';
import { isBusy, LockDeadline, type Mutex } from './locking.ts';
import { isInTransaction } from './node-sqlite.ts';
import { PreparedStatements } from './statements.ts';

export function createSqliteDialect(createDriver: () => Driver, outages: OutageLog): Dialect {
  return {
    createDriver: () => mapFailures(createDriver(), outages),
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * Kysely's driver over the one connection of `node:sqlite`. A statement runs synchronously, so only a transaction, which
 * awaits between its statements, has to exclude other users of the connection.
 */
export class SqliteDriver implements Driver {
  readonly #access: SqliteAccess;
  readonly #database: DatabaseSync;
  readonly #mutex: Mutex<object>;
  readonly #statements: PreparedStatements;
  readonly #group: CommitGroup;
  readonly #initialize: () => void;
  readonly #idle: Session[] = [];

  /** @param initialize runs statements once, when the database is used first */
  constructor(access: SqliteAccess, initialize: () => void) {
    this.#access = access;
    this.#database = access.database;
    this.#mutex = access.mutex;
    this.#statements = new PreparedStatements(access.database);
    this.#group = access.group;
    this.#initialize = initialize;
  }

  async init(): Promise<void> {
    await new LockDeadline(this.#access).retryWhileBusy(this.#initialize);
  }

  async acquireConnection(): Promise<Session> {
    return this.#idle.pop() ?? new Session(this.#execute);
  }

  async releaseConnection(session: Session): Promise<void> {
    this.#idle.push(session);
  }

  async beginTransaction(session: Session): Promise<void> {
    await this.#group.begin(session, new LockDeadline(this.#access));
  }

  async commitTransaction(): Promise<void> {
    await this.#group.end();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    this.#group.rollBack(session);
  }

  async destroy(): Promise<void> {
    if (this.#mutex.isFree()) this.#group.commit();
    this.#database.close();
  }

  readonly #execute = async <Row>(session: Session, query: CompiledQuery): Promise<QueryResult<Row>> => {
    if (this.#mutex.isHeldBy(session)) return this.#runInTransaction(query);
    if ((this.#mutex.isFree() && !this.#group.isOpen) || this.#isReadable(query)) {
      try {
        return this.#runAlone(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    const deadline = new LockDeadline(this.#access);
    await this.#group.exclude(session, deadline);
    try {
      return await deadline.retryWhileBusy(() => this.#runAlone<Row>(query));
    } finally {
      this.#mutex.release();
    }
  };

  #runAlone<Row>(query: CompiledQuery): QueryResult<Row> {
    if (!this.#statements.isRead(query)) this.#access.guard?.();
    return this.#statements.run(query);
  }

  #runInTransaction<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#statements.run(query);
    } catch (error) {
      this.#group.handleError(error);
      throw error;
    }
  }

  /**
   * Whether a statement can run while the mutex is held. On a file, only a transaction of this connection delays reads: the
   * holder can also be an operation that waits for the write lock, or that writes on another connection.
   */
  #isReadable(query: CompiledQuery): boolean {
    return (
      this.#access.guard !== undefined && this.#statements.isRead(query) && !isInTransaction(this.#database)
    );
  }
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
    if (node.modifier !== 'ForNoKeyUpdate' && node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
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
