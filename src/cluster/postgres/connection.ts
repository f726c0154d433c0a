import type { Client, Notification } from 'pg';
import { StoreUnavailableError } from '../../authorizations/store/errors.ts';
import type { Log } from '../../http/service.ts';
import { type Runtime, withDeadline } from '../../runtime.ts';
import { isConflict, toFailureKind, toStoreError } from '../../storage/failure-kinds.ts';

export interface ConnectionOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  createClient(): Client;
  /** Called with each new connection, before it is used for queries. */
  onConnect(client: Client): Promise<void>;
  onNotification(notification: Notification): void;
}

/** One connection to PostgreSQL for queries and notifications. It is opened again after it is lost. */
export class Connection {
  readonly #options: ConnectionOptions;
  /** The current connection, or the attempt to open one. */
  #client: Promise<Client>;
  #queried: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** When the connection was lost, by the monotonic clock. */
  #lostAt: number | undefined;

  private constructor(options: ConnectionOptions, client: Client) {
    this.#options = options;
    this.#client = Promise.resolve(client);
    this.#watch(client);
  }

  /** @throws the error of the first attempt. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    return new Connection(options, await connect(options));
  }

  /**
   * Runs one query after the other.
   * @throws StoreUnavailableError when the database cannot run the query, when the query has no result in time, and at
   * once when the connection has been lost for longer than an attempt to open it again takes.
   */
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { runtime } = this.#options;
    const lost = this.#lostAt === undefined ? 0 : runtime.monotonic() - this.#lostAt;
    // Each request would wait, and an outage would keep them all in memory.
    if (lost > RECONNECT_TIME) throw unavailable();
    const call = { isOver: false };
    const querying = this.#queried.then(() => this.#run<Row>(call, text, values));
    this.#queried = querying.catch(() => {});
    const limit = this.#lostAt === undefined ? QUERY_TIMEOUT : RECONNECT_TIME - lost;
    try {
      return await withDeadline(runtime, limit, querying);
    } catch (error) {
      throw toQueryError(error);
    } finally {
      call.isOver = true;
    }
  }

  async #run<Row>(call: { isOver: boolean }, text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.#client;
    if (call.isOver) throw unavailable();
    for (let attempt = 1; ; attempt++) {
      try {
        const { rows } = await client.query(text, [...values]);
        return rows;
      } catch (error) {
        // The statement was rolled back. Behind a pooler, it has the isolation level that is the default of the role.
        if (isConflict(error) && attempt < MAX_ATTEMPTS) continue;
        if (isSqlError(error)) throw error;
        // A query without an answer would block all later ones.
        client.connection.stream.destroy();
        throw unavailable();
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await withDeadline(this.#options.runtime, END_TIME, this.#client).catch(() => undefined);
    if (client) await endClient(client, this.#options.runtime);
  }

  #watch(client: Client): void {
    client.once('end', () => {
      if (this.#isClosed) return;
      this.#lostAt = this.#options.runtime.monotonic();
      this.#options.log.warn('The connection that shares the state of all nodes is lost');
      this.#client = this.#reconnect();
      // Each query rejects by itself.
      this.#client.catch(() => {});
    });
    client.on('notification', this.#options.onNotification);
  }

  async #reconnect(): Promise<Client> {
    const { runtime, log } = this.#options;
    for (let delay = MIN_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
      await new Promise<void>((resolve) => runtime.after(delay, resolve));
      if (this.#isClosed) throw unavailable();
      try {
        const client = await connect(this.#options);
        this.#watch(client);
        this.#lostAt = undefined;
        log.info('The connection that shares the state of all nodes is back');
        return client;
      } catch {
        // The pool of the store reports the reason.
      }
    }
  }
}

async function connect({ createClient, onConnect }: ConnectionOptions): Promise<Client> {
  const client = createClient();
  // Without a listener, a lost connection would end the process. `end` follows.
  client.on('error', () => {});
  try {
    await client.connect();
    await onConnect(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Closes a connection, also to a server that does not respond. */
export async function endClient(client: Client, runtime: Pick<Runtime, 'timeout'>): Promise<void> {
  await withDeadline(runtime, END_TIME, client.end()).catch(() => client.connection.stream.destroy());
}

/** Errors of PostgreSQL about a query have a severity; those of severity FATAL end the connection. */
function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** A failure of the database as the store reports it; an error of the statement itself is a fault of this program. */
function toQueryError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const kind = toFailureKind(error);
  if (kind !== undefined) return toStoreError(kind, error);
  return isSqlError(error) ? error : unavailable();
}

export function unavailable(): StoreUnavailableError {
  return new StoreUnavailableError('The database does not answer.');
}

/** Milliseconds until a query without an answer fails. */
export const QUERY_TIMEOUT = 5000;

/** Milliseconds for which queries wait for a connection that was lost. Later ones fail at once until it is open again. */
const RECONNECT_TIME = 500;

/** Of a statement that conflicts with others. */
const MAX_ATTEMPTS = 50;

/** Milliseconds for the end of a connection. */
const END_TIME = 1000;

/** Milliseconds between attempts to connect. */
const MIN_DELAY = 50;
const MAX_DELAY = 1000;
