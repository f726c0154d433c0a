import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './node-sqlite.ts';
import { PreparedStatements } from './statements.ts';

/** What the worker thread gets when it starts. */
export interface WorkerOptions {
  readonly location: string;
  readonly pragmas: string;
  /** Milliseconds for which a statement waits for the write lock. */
  readonly lockTimeout: number;
}

export interface WorkerRequest {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type WorkerResponse =
  | { readonly rows: unknown[]; readonly numAffectedRows?: bigint | undefined }
  | { readonly message: string; readonly errcode: number | undefined };

/**
 * Maximum size of the page cache in KiB. The changed pages of 500,000 deleted tokens fit into it: a cache that is too small
 * writes and reads pages again, which takes twice as long. The memory is free again when the thread ends.
 */
const CACHE_SIZE = 256 * 1024;

/** A thread with a connection of its own. It runs one statement after the other, and answers each. */
function run(options: WorkerOptions): void {
  const database = openDatabase(options.location, { timeout: options.lockTimeout });
  database.exec(`${options.pragmas}; pragma foreign_keys = on; pragma cache_size = -${CACHE_SIZE}`);
  const statements = new PreparedStatements(database);
  parentPort?.on('message', ({ sql, parameters }: WorkerRequest) => {
    parentPort?.postMessage(respond(() => statements.run({ sql, parameters })));
  });
}

function respond(action: () => WorkerResponse): WorkerResponse {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, errcode: 'errcode' in error ? Number(error.errcode) : undefined };
  }
}

run(workerData);
