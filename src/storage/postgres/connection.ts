import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult as KyselyResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { toFailureKind, toStoreError } from '../failure-kinds.ts';
import type { OutageLog } from '../outage-log.ts';
import type { StoreOptions } from '../store-options.ts';
import type { ConnectionPool } from './pool.ts';
import type { StatementNames } from './statement-names.ts';
import { readTimeLimit, toTransactionStatements } from './time-limits.ts';

export interface ConnectionOptions
  extends Pick<StoreOptions, 'runtime' | 'statementTimeout' | 'lockTimeout'> {
  readonly pool: ConnectionPool;
  readonly outages: OutageLog;
  readonly statementNames: StatementNames;
}

/** Milliseconds that the server has to report that it cancelled a statement. */
const CANCELLATION_TIME = 1000;

/**
 * A connection of the pool, for one transaction or one statement outside of a transaction. It limits the time of each
 * statement, also when the server does not answer, and throws `StoreUnavailableError` when the database cannot run it.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #options: ConnectionOptions;
  #client: PoolClient;
  #isInTransaction = false;
  #isBroken = false;
  /** Whether the server may have committed what is being sent. */
  #isSaving = false;
  #timeLimit: number;
  /** Whether the transaction has a lock time-out of its own, which its steps handle. */
  #handlesLockTimeout = false;

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    this.#timeLimit = options.statementTimeout;
  }

  async begin(settings: TransactionSettings): Promise<void> {
    await this.#attempt(true, () => this.#begin(settings));
  }

  async commit(): Promise<void> {
    const { command } = await this.#attempt(false, () => this.#end('commit'));
    if (command !== 'COMMIT') throw new AbortedTransactionError();
    this.#options.outages.succeeded(true);
  }

  async rollback(): Promise<void> {
    // The server rolls back the transaction of a connection that ends, and the pool closes this one.
    if (!this.#isBroken) await this.#end('rollback').catch(() => this.#break());
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<KyselyResult<Row>> {
    const isRead = /^\s*select\b/i.test(sql);
    const isAlone = !this.#isInTransaction;
    const { command, rowCount, rows } = await this.#attempt(isRead && isAlone, async () => {
      if (!isAlone || this.#options.pool.ownsSessions)
        return await this.#send(sql, parameters, isAlone && !isRead);
      await this.#begin({});
      try {
        const result = await this.#send(sql, parameters);
        await this.#end('commit');
        return result;
      } catch (error) {
        await this.rollback();
        throw error;
      }
    });
    if (isAlone) this.#options.outages.succeeded(!isRead);
    else this.#readLimit(sql);
    if (!CHANGES.has(command)) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.');
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Runs the action, again on another connection when this one was closed while it was idle and nothing was changed. */
  async #attempt<Result>(isRepeatable: boolean, action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await action();
      } catch (error) {
        const isIdleEnd = this.#isBroken && !(error instanceof NoAnswer);
        // The server may have closed every connection of the pool.
        const isLast = attempt > this.#options.pool.state.limit;
        if (!isRepeatable || !isIdleEnd || isLast) throw this.#toStoreError(error);
      }
      const client = await this.#options.pool.acquire();
      this.release();
      this.#client = client;
      this.#isBroken = false;
    }
  }

  #toStoreError(error: unknown): unknown {
    const kind = toFailureKind(error);
    if (kind === undefined || (kind === 'locked' && this.#handlesLockTimeout)) return error;
    // The transaction is run again, or the client repeats the request.
    if (kind !== 'conflict') this.#options.outages.failed(kind, error);
    return toStoreError(kind, error, this.#isSaving && kind === 'connection');
  }

  async #begin({ isolationLevel = 'read committed', accessMode }: TransactionSettings): Promise<void> {
    const begin = ['begin isolation level', isolationLevel, accessMode].filter(Boolean).join(' ');
    const { pool } = this.#options;
    await this.#send(pool.ownsSessions ? begin : `${begin}; ${toTransactionStatements(this.#options)}`);
    this.#isInTransaction = true;
  }

  async #end(statement: 'commit' | 'rollback'): Promise<QueryResult> {
    try {
      return await this.#send(statement, [], statement === 'commit');
    } finally {
      this.#isInTransaction = false;
      this.#handlesLockTimeout = false;
      this.#timeLimit = this.#options.statementTimeout;
    }
  }

  /** @throws NoAnswer when the server does not answer; the connection is closed then. */
  async #send(sql: string, parameters: readonly unknown[] = [], isSaving = false): Promise<QueryResult> {
    this.#isSaving = isSaving;
    const limit = this.#timeLimit + CANCELLATION_TIME;
    let hasAnswer = true;
    const cancel = this.#options.runtime.after(limit, () => {
      hasAnswer = false;
      this.#client.connection.stream.destroy();
    });
    try {
      return await this.#client.query(this.#toQuery(sql, parameters));
    } catch (error) {
      const reported = hasAnswer ? error : new NoAnswer(limit, error);
      if (toFailureKind(reported) === 'connection') this.#break();
      throw reported;
    } finally {
      cancel();
    }
  }

  #toQuery(text: string, parameters: readonly unknown[]): QueryConfig {
    const query = { text, values: [...parameters] };
    if (parameters.length === 0 || !this.#options.pool.ownsSessions) return query;
    const name = this.#options.statementNames.nameOf(text);
    return name === undefined ? query : { ...query, name };
  }

  #break(): void {
    this.#isBroken = true;
  }

  #readLimit(sql: string): void {
    const limit = readTimeLimit(sql);
    if (limit?.name === 'statement_timeout') this.#timeLimit = limit.value ?? this.#options.statementTimeout;
    if (limit?.name === 'lock_timeout') this.#handlesLockTimeout = limit.value !== undefined;
  }
}

/** The server has not answered for longer than any statement may take. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'read';

  constructor(milliseconds: number, cause: unknown) {
    super(`no answer within ${milliseconds / 1000} s`, { cause });
  }
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
