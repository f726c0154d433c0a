import {
  AbortedTransactionError,
  type CompiledQuery,
  type QueryResult as KyselyResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { createStoreError, findFailureKind } from '../failure-kinds.ts';
import type { OutageLog } from '../outage-log.ts';
import type { StoreOptions } from '../store-options.ts';
import type { ConnectionPool } from './pool.ts';
import type { StatementNames } from './statement-names.ts';
import { buildLimitStatements, type LimitedConnection, type LimitName } from './time-limits.ts';

export interface ConnectionOptions
  extends Pick<StoreOptions, 'runtime' | 'statementTimeout' | 'lockTimeout'> {
  readonly pool: ConnectionPool;
  readonly outages: OutageLog;
  readonly statementNames: StatementNames;
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Takes a connection of the pool. @throws StoreUnavailableError when there is none in time. */
export async function acquireConnection(options: ConnectionOptions): Promise<PostgresConnection> {
  return new PostgresConnection(await options.pool.acquire(), options);
}

/** Calls the action with a connection of the pool. @throws StoreUnavailableError when there is none in time. */
export async function withConnection<Result>(
  options: ConnectionOptions,
  action: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await acquireConnection(options);
  try {
    return await action(connection);
  } finally {
    connection.release();
  }
}

/** Milliseconds. */
const MAX_CONFLICT_DELAY = 20;

/** Milliseconds that the server has to report that it cancelled a statement. */
const CANCELLATION_TIME = 1000;

/**
 * A connection of the pool, for one transaction or one statement outside of a transaction. It limits the time of each
 * statement, also when the server does not answer, and throws `StoreUnavailableError` when the database cannot run it.
 */
export class PostgresConnection implements LimitedConnection {
  readonly #options: ConnectionOptions;
  #client: PoolClient;
  #isInTransaction = false;
  #isBroken = false;
  #isReleased = false;
  /** Whether the server may have committed what is being sent. */
  #isSaving = false;
  #timeLimit: number;
  /** Whether the transaction conflicted with another one. */
  #hadConflict = false;
  /** Whether the transaction has a lock time-out of its own, which its steps handle. */
  #handlesLockTimeout = false;

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    this.#timeLimit = options.statementTimeout;
  }

  /** Begins on another connection when this one was closed while it was idle: nothing was changed. */
  async begin({ isolationLevel = 'read committed', accessMode }: TransactionSettings): Promise<void> {
    const begin = ['begin isolation level', isolationLevel, accessMode].filter(Boolean).join(' ');
    const limits = this.#options.pool.ownsSessions ? [] : buildLimitStatements(this.#options);
    // Without parameters, these are one message and one round trip.
    const sql = [begin, ...limits].join('; ');
    try {
      await this.#attempt(true, () => this.#send({ sql, parameters: [] }));
    } catch (error) {
      // The session may be in a transaction, which ends with it.
      this.#isBroken = true;
      throw error;
    }
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    try {
      const { command } = await this.#attempt(false, () =>
        this.#send({ sql: 'commit', parameters: [] }, true),
      );
      if (command !== 'COMMIT') throw new AbortedTransactionError();
      this.#options.outages.succeeded(true);
    } finally {
      this.#endTransaction();
    }
  }

  async rollback(): Promise<void> {
    this.#endTransaction();
    // The server rolls back the transaction of a connection that ends, and the pool closes this one.
    if (!this.#isBroken) {
      await this.#send({ sql: 'rollback', parameters: [] }).catch(() => {
        this.#isBroken = true;
      });
    }
    if (!this.#hadConflict) return;
    this.#hadConflict = false;
    // Both transactions may be run again: at the same time, they would conflict again.
    const { runtime } = this.#options;
    await runtime.wait(runtime.fraction() * MAX_CONFLICT_DELAY);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<KyselyResult<Row>> {
    if (this.#isInTransaction) return toKyselyResult(await this.#attempt(false, () => this.#send(query)));
    if (this.#options.pool.ownsSessions) {
      const isRead = /^\s*select\b/i.test(query.sql);
      const result = await this.#attempt(isRead, () => this.#send(query, !isRead));
      this.#options.outages.succeeded(!isRead);
      return toKyselyResult(result);
    }
    await this.begin({});
    try {
      const result = await this.executeQuery<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Sets a time limit of the transaction in progress. The client has the limit of the server too, in case that the server does not answer. */
  async setTimeLimit(name: LimitName, milliseconds: number | undefined): Promise<void> {
    if (!this.#isInTransaction) throw new Error('A time limit is that of a transaction');
    const value = milliseconds === undefined ? 'to default' : `= ${milliseconds}`;
    await this.#attempt(false, () => this.#send({ sql: `set local ${name} ${value}`, parameters: [] }));
    if (name === 'lock_timeout') this.#handlesLockTimeout = milliseconds !== undefined;
    else this.#timeLimit = milliseconds ?? this.#options.statementTimeout;
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.');
  }

  /** Calls the listeners for the notifications and the end of this session, which is then not shared: see `close`. */
  watch(onNotification: (payload: string) => void, onEnd: () => void): void {
    this.#client.on('notification', ({ payload = '' }) => onNotification(payload));
    this.#client.once('end', onEnd);
  }

  /** Returns the connection to the pool. Idempotent. */
  release(): void {
    if (!this.#isReleased) this.#client.release(this.#isBroken);
    this.#isReleased = true;
  }

  /** Ends the session, and with it its locks and its transaction. Idempotent. */
  close(): void {
    this.#isBroken = true;
    this.release();
  }

  /** Runs the action, again on another connection when this one was closed while it was idle and nothing was changed. */
  async #attempt<Result>(isRepeatable: boolean, action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await action();
      } catch (error) {
        const isIdleEnd = this.#isBroken && !(error instanceof NoServerResponse);
        // The server may have closed every connection of the pool.
        const isLast = attempt > this.#options.pool.state.limit;
        if (!isRepeatable || !isIdleEnd || isLast) throw this.#toStoreError(error);
      }
      // First, because the pool may have no other place.
      this.release();
      this.#client = await this.#options.pool.acquire();
      this.#isBroken = false;
      this.#isReleased = false;
    }
  }

  #toStoreError(error: unknown): unknown {
    const kind = findFailureKind(error);
    if (kind === undefined || (kind === 'locked' && this.#handlesLockTimeout)) return error;
    // The transaction is run again, or the client repeats the request.
    if (kind === 'conflict') this.#hadConflict = true;
    else this.#options.outages.failed(kind, error);
    return createStoreError(kind, error, this.#isSaving && kind === 'connection');
  }

  #endTransaction(): void {
    this.#isInTransaction = false;
    this.#handlesLockTimeout = false;
    this.#timeLimit = this.#options.statementTimeout;
  }

  /** @throws NoServerResponse when the server does not answer; the connection is closed then. */
  async #send(statement: Statement, isSaving = false): Promise<QueryResult> {
    this.#isSaving = isSaving;
    const limit = this.#timeLimit + CANCELLATION_TIME;
    let hasResponse = true;
    const cancel = this.#options.runtime.timeout(limit, () => {
      hasResponse = false;
      // Closes the connection at once, because a query is active.
      void this.#client.end();
    });
    try {
      return await this.#client.query(this.#toQuery(statement));
    } catch (error) {
      const reported = hasResponse ? error : new NoServerResponse(limit, error);
      if (findFailureKind(reported) === 'connection') this.#isBroken = true;
      throw reported;
    } finally {
      cancel();
    }
  }

  #toQuery({ sql, parameters }: Statement): QueryConfig {
    const query = { text: sql, values: [...parameters] };
    if (parameters.length === 0 || !this.#options.pool.ownsSessions) return query;
    const name = this.#options.statementNames.nameOf(sql);
    return name === undefined ? query : { ...query, name };
  }
}

/** The server has not answered for longer than any statement may take. */
class NoServerResponse extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'read';

  constructor(milliseconds: number, cause: unknown) {
    super(`no answer within ${milliseconds / 1000} s`, { cause });
  }
}

function toKyselyResult<Row>({ command, rowCount, rows }: QueryResult): KyselyResult<Row> {
  return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
