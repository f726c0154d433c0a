import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
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

/** A thread with a connection of its own. It runs one statement after the other, and answers each. */
function run(options: WorkerOptions): void {
  const database = new DatabaseSync(options.location, { timeout: options.lockTimeout });
  database.exec(`${options.pragmas}; pragma foreign_keys = on; pragma cache_size = -65536`);
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
