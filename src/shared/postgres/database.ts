import { CompiledQuery } from 'kysely';
import { Semaphore } from '#concurrency.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import { findFailureKind } from '#database/failure-kinds.ts';
import {
  acquireConnection,
  createPostgresClient,
  type PostgresClient,
  type PostgresConnection,
  withConnection,
} from '#database/postgres/client.ts';
import { buildStoreOptions } from '#database/store-options.ts';
import type { Log } from '#http/routing/service.ts';
import { DeadlineError, type Runtime, withDeadline } from '#runtime.ts';
import type { Decided, Statement, Statements } from '../database/statements.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Milliseconds. */
  readonly connectTimeout: number;
  readonly runtime: Runtime;
  readonly log: Log;
  /** Called with each new connection for notifications, in a transaction. */
  onConnect(connection: PostgresConnection): Promise<void>;
  /** Called when another connection listens. */
  onReconnect(): void;
  /** Called with the text of a notification. */
  onNotification(payload: string): void;
}

/**
 * The connections for shared state: a pool as that of the store, and one connection that listens for notifications. Not the pool of
 * the store itself: a lock holds a connection while its action waits for one of the store.
 */
export class StateDatabase implements Statements {
  readonly #options: DatabaseOptions;
  readonly #client: PostgresClient;
  readonly #transactions = new Semaphore(MAX_TRANSACTIONS);
  #listener: PostgresConnection | undefined;
  #isClosed = false;
  /** When the database was lost, by the monotonic clock; undefined since a query or the listening connection has succeeded. */
  #lostAt: number | undefined;

  private constructor(options: DatabaseOptions, client: PostgresClient) {
    this.#options = options;
    this.#client = client;
  }

  /** @throws the error of the first attempt to connect. */
  static async open(options: DatabaseOptions): Promise<StateDatabase> {
    const { url, connectTimeout, runtime } = options;
    // The log of the store reports an outage, and this one when the state is not shared.
    const client = await createPostgresClient(url, buildStoreOptions({ runtime, connectTimeout }), {
      applicationName: 'sparring-state',
      poolSize: POOL_SIZE,
      statementTimeout: STATEMENT_TIMEOUT,
      lockTimeout: STATEMENT_TIMEOUT,
    });
    const database = new StateDatabase(options, client);
    try {
      await client.pool.setSessionParameters();
      await database.#listen();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Runs one statement.
   * @throws StoreUnavailableError when the database cannot run it, when it has no result in time, and at once when the
   * database has been lost for longer than an attempt to connect again takes.
   */
  readonly query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const call = { isOver: false };
    try {
      return await this.#watched(() =>
        withDeadline(this.#options.runtime, this.#timeLeft(), this.#run<Row>(call, text, values)),
      );
    } finally {
      call.isOver = true;
    }
  };

  readonly transaction = async <Row, Result>(
    first: Statement,
    next: (rows: Row[]) => Decided<Result>,
  ): Promise<Result> => {
    const release = await this.#transactions.acquire();
    try {
      return await this.#watched(() => this.#runTransaction(first, next));
    } finally {
      release();
    }
  };

  readonly listOf = (parameter: string): string => `select unnest(cast(${parameter} as text[]))`;

  readonly rowsOf = (parameter: string, columns: number): string => {
    const names = Array.from({ length: columns }, (_, index) => `value ->> ${index} as c${index}`);
    return `select ${names.join(', ')} from json_array_elements(cast(${parameter} as json))`;
  };

  /** A connection that the caller closes. */
  async acquire(): Promise<PostgresConnection> {
    this.#timeLeft();
    return await acquireConnection(this.#client);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener?.close();
    await this.#client.pool.end();
  }

  #run<Row>(call: { isOver: boolean }, text: string, values: readonly unknown[]): Promise<Row[]> {
    return withConnection(this.#client, async (connection) => {
      if (call.isOver) throw unavailable();
      return (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
    });
  }

  /** No deadline interrupts a statement, so that the transaction is over when this call is. */
  async #runTransaction<Row, Result>(
    first: Statement,
    next: (rows: Row[]) => Decided<Result>,
  ): Promise<Result> {
    const { runtime } = this.#options;
    const end = runtime.monotonic() + this.#timeLeft();
    return await withConnection(this.#client, async (connection) => {
      const run = async <Found>({ text, values }: Statement) => {
        if (runtime.monotonic() >= end) throw unavailable();
        return (await connection.executeQuery<Found>(CompiledQuery.raw(text, [...values]))).rows;
      };
      await connection.begin({});
      try {
        await run({ text: WITH_IDLE_LIMIT, values: [] });
        const { statements, result } = next(await run<Row>(first));
        for (const statement of statements) await run(statement);
        if (statements.length > 0) await connection.commit();
        else await connection.rollback();
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    });
  }

  /** Runs statements. A failure of the connection can be one of all connections. */
  async #watched<Result>(action: () => Promise<Result>): Promise<Result> {
    const listener = this.#listener;
    try {
      const result = await action();
      this.#lostAt = undefined;
      return result;
    } catch (error) {
      const cause = error instanceof StoreUnavailableError ? error.cause : error;
      if (error instanceof DeadlineError || findFailureKind(cause) === 'connection') this.#replace(listener);
      throw error instanceof DeadlineError ? unavailable() : error;
    }
  }

  /**
   * Milliseconds for a query. While the database is lost, queries do not wait, and an outage does not keep them in memory.
   * @throws StoreUnavailableError when there are none.
   */
  #timeLeft(): number {
    if (this.#lostAt === undefined) return QUERY_TIMEOUT;
    const left = this.#lostAt + RECONNECT_TIME - this.#options.runtime.monotonic();
    if (left <= 0) throw unavailable();
    return left;
  }

  async #listen(): Promise<void> {
    const connection = await acquireConnection(this.#client);
    try {
      // First, because it can replace the session.
      await connection.begin({});
      connection.watch(this.#options.onNotification, () => this.#replace(connection));
      await this.#options.onConnect(connection);
      await connection.commit();
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#listener = connection;
  }

  /** Replaces the listening connection, which was lost or may not answer, unless this was done already. */
  #replace(connection: PostgresConnection | undefined): void {
    if (this.#isClosed || connection === undefined || connection !== this.#listener) return;
    this.#listener = undefined;
    connection.close();
    this.#lostAt = this.#options.runtime.monotonic();
    this.#options.log.warn('The connection that shares the state of all nodes is lost');
    void this.#listenAgain();
  }

  async #listenAgain(): Promise<void> {
    const { runtime, log } = this.#options;
    for (let delay = MIN_DELAY; !this.#isClosed; delay = Math.min(delay * 2, MAX_DELAY)) {
      // Nodes that lose their connections together do not connect together.
      const jittered = delay * (0.5 + runtime.fraction() / 2);
      await new Promise<void>((resolve) => runtime.after(jittered, resolve));
      if (this.#isClosed) return;
      try {
        await this.#listen();
      } catch {
        // The pool of the store reports the reason.
        continue;
      }
      this.#lostAt = undefined;
      log.info('The connection that shares the state of all nodes is back');
      this.#options.onReconnect();
      return;
    }
  }
}

export function unavailable(): StoreUnavailableError {
  return new StoreUnavailableError('The database does not answer.');
}

/** One connection for notifications, one for each lock that is held, and those for statements. */
const POOL_SIZE = 8;

const MAX_TRANSACTIONS = 2;

/** Ends the session of a process that is stopped in a transaction, whose rows others need. */
const WITH_IDLE_LIMIT = 'set local idle_in_transaction_session_timeout = 2000';

/** Milliseconds until a statement without an answer fails, with the time to wait for a connection. */
const QUERY_TIMEOUT = 5000;

/** Milliseconds until the database cancels a statement. */
const STATEMENT_TIMEOUT = 4000;

/** Milliseconds for which queries try to connect after the database was lost. Later ones fail at once until it is back. */
const RECONNECT_TIME = 500;

/** Milliseconds between attempts to connect. */
const MIN_DELAY = 50;
const MAX_DELAY = 1000;
