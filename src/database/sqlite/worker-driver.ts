import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { choosePragmas, type SqliteAccess } from './access.ts';
import type { WorkerOptions, WorkerRequest, WorkerResponse } from './worker.ts';
import { workerUrl } from './worker-url.ts';

/** Kysely's driver over a connection in a worker thread, so that long statements do not block the event loop. */
export function createWorkerDriver({ location, guard, lockTimeout }: SqliteAccess): Driver {
  let connection: WorkerConnection | undefined;
  const send = async (sql: string) => void (await connection?.run({ sql, parameters: [] }));

  return {
    async init() {
      const pragmas = choosePragmas(guard !== undefined);
      const workerData: WorkerOptions = { location, pragmas, lockTimeout };
      connection = new WorkerConnection(new Worker(workerUrl, { workerData }));
    },
    async acquireConnection() {
      if (connection === undefined) throw new Error('The worker thread is not running.');
      return connection;
    },
    beginTransaction: () => send('begin immediate'),
    commitTransaction: () => send('commit'),
    rollbackTransaction: () => send('rollback'),
    async releaseConnection() {},
    async destroy() {
      await connection?.close();
    },
  };
}

class WorkerConnection implements DatabaseConnection {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run({ sql, parameters });
  }

  async run<Row>(request: WorkerRequest): Promise<QueryResult<Row>> {
    this.#worker.postMessage(request);
    // An error event, such as of a worker that cannot open the database, rejects.
    const [response]: WorkerResponse[] = await once(this.#worker, 'message');
    if (response === undefined) throw new Error('The worker thread has not answered.');
    if ('message' in response) {
      const { message, errcode } = response;
      throw Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
    }
    return { rows: response.rows as Row[], ...numAffectedRows(response) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.');
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function numAffectedRows({ numAffectedRows: count }: { numAffectedRows?: bigint | undefined }) {
  return count === undefined ? {} : { numAffectedRows: count };
}
