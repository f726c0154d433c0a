import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import { isBusy, whenNotBusy } from './busy.ts';
import type { FileGuard } from './file-guard.ts';
import { Lock } from './lock.ts';
import { SqliteSession } from './session.ts';
import { SqliteStatements } from './statements.ts';

/**
 * Kysely's driver over the one connection that `node:sqlite` gives. Statements run at once, so only a transaction,
 * which awaits between its statements, has to keep the others out.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #lock = new Lock<SqliteSession>();
  readonly #statements: SqliteStatements;
  readonly #idle: SqliteSession[] = [];

  /** @param guard where the database is a file */
  constructor(database: DatabaseSync, guard?: FileGuard) {
    this.#database = database;
    this.#statements = new SqliteStatements(database, guard);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteSession> {
    return this.#idle.pop() ?? new SqliteSession(this.#execute);
  }

  async releaseConnection(session: SqliteSession): Promise<void> {
    this.#idle.push(session);
  }

  async beginTransaction(session: SqliteSession): Promise<void> {
    await this.#lock.take(session);
    try {
      // Immediate, because a transaction that only asks to write later may find that another process came first.
      await whenNotBusy(this.#database, () => this.#database.exec('begin immediate'));
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
    this.#lock.release();
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite has rolled back by itself after a full disk and the like.
    if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#lock.release();
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }

  readonly #execute = async <Row>(
    session: SqliteSession,
    query: CompiledQuery,
  ): Promise<QueryResult<Row>> => {
    if (this.#lock.isHeldBy(session)) return this.#statements.run(query);
    if (this.#lock.isFree()) {
      try {
        return this.#statements.run(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    await this.#lock.take(session);
    try {
      return await whenNotBusy(this.#database, () => this.#statements.run<Row>(query));
    } finally {
      this.#lock.release();
    }
  };
}
