import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Lock } from './lock.ts';
import { isBusy, whenNotBusy } from './sqlite-busy.ts';

/**
 * Kysely's driver over the one connection that `node:sqlite` gives. Statements run at once, so only a transaction,
 * which awaits between its statements, has to keep the others out.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #lock = new Lock<Session>();
  readonly #statements = new Map<string, { statement: StatementSync; hasRows: boolean }>();
  readonly #idle: Session[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return this.#idle.pop() ?? new Session(this);
  }

  async releaseConnection(session: Session): Promise<void> {
    this.#idle.push(session);
  }

  async beginTransaction(session: Session): Promise<void> {
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

  async execute<Row>(session: Session, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#lock.isHeldBy(session)) return this.#run(query);
    if (this.#lock.isFree()) {
      try {
        return this.#run(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    await this.#lock.take(session);
    try {
      return await whenNotBusy(this.#database, () => this.#run<Row>(query));
    } finally {
      this.#lock.release();
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows } = this.#statements.get(sql) ?? this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  #prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Tells apart those who share the one connection. */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.execute(this, query);
  }

  streamQuery(): never {
    throw new Error('Streaming is not needed here.');
  }
}
