import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { createStoreError, findFailureKind } from '../failure-kinds.ts';
import type { OutageLog } from '../outage-log.ts';

/**
 * A driver that throws `StoreUnavailableError` when the database cannot run a statement, and reports it to the log of
 * outages.
 */
export function mapFailures(driver: Driver, outages: OutageLog): Driver {
  // Kysely keeps each connection in a weak set, which is slow for an object of each query.
  const connections = new WeakMap<DatabaseConnection, Connection>();

  return {
    init: () => driver.init(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const known = connections.get(inner);
      if (known) return known;
      const connection = new Connection(inner, outages);
      connections.set(inner, connection);
      return connection;
    },
    beginTransaction: (connection: Connection, settings) =>
      connection.begin((inner) => driver.beginTransaction(inner, settings)),
    commitTransaction: (connection: Connection) =>
      connection.commit((inner) => driver.commitTransaction(inner)),
    rollbackTransaction: (connection: Connection) =>
      connection.rollback((inner) => driver.rollbackTransaction(inner)),
    releaseConnection: (connection: Connection) => driver.releaseConnection(connection.inner),
    destroy: () => driver.destroy(),
  };
}

type Action<Result> = (inner: DatabaseConnection) => Promise<Result>;

class Connection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #outages: OutageLog;
  #isInTransaction = false;

  constructor(inner: DatabaseConnection, outages: OutageLog) {
    this.inner = inner;
    this.#outages = outages;
  }

  async begin(action: Action<void>): Promise<void> {
    await this.#run(action, false);
    this.#isInTransaction = true;
  }

  async commit(action: Action<void>): Promise<void> {
    await this.#run(action, true);
    this.#isInTransaction = false;
    this.#outages.succeeded(true);
  }

  async rollback(action: Action<void>): Promise<void> {
    this.#isInTransaction = false;
    await this.#run(action, false);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isSaving = !this.#isInTransaction && !/^select /i.test(query.sql);
    try {
      const result = await this.inner.executeQuery<Row>(query);
      if (!this.#isInTransaction) this.#outages.succeeded(isSaving);
      return result;
    } catch (error) {
      throw mapFailure(this.#outages, isSaving, error);
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.');
  }

  #run<Result>(action: Action<Result>, isSaving: boolean): Promise<Result> {
    return runMapped(this.#outages, isSaving, () => action(this.inner));
  }
}

/**
 * Runs an operation of the database.
 * @param isSaving whether a failure can follow the commit
 * @throws StoreUnavailableError when the database cannot run it
 */
export async function runMapped<Result>(
  outages: OutageLog,
  isSaving: boolean,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw mapFailure(outages, isSaving, error);
  }
}

/** The error to throw, after the report of an outage. */
function mapFailure(outages: OutageLog, isSaving: boolean, error: unknown): unknown {
  const kind = findFailureKind(error);
  if (kind === undefined) return error;
  outages.failed(kind, error);
  // A commit that could not be flushed may still be in the log of the file.
  return createStoreError(kind, error, isSaving && kind === 'device');
}
