import { createRuntime, type Runtime } from '#runtime.ts';

/** How a store uses its database. Times are in milliseconds. */
export interface StoreOptions {
  /** Takes a sentence for the log when the database becomes unavailable, and when it is available again. */
  readonly report: (sentence: string) => void;
  readonly runtime: Pick<
    Runtime,
    'fraction' | 'machineNow' | 'monotonic' | 'nextIteration' | 'timeout' | 'wait'
  >;
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize: number;
  /** Number of connections to PostgreSQL without which the store is not opened: those of the whole server. */
  readonly neededConnections: number;
  /** Maximum time to wait for a connection. */
  readonly connectTimeout: number;
  /** Maximum time of a statement. */
  readonly statementTimeout: number;
  /** Maximum time to wait for a lock. */
  readonly lockTimeout: number;
}

/** Limits of a store without settings, such as one of a command or a test. */
export function buildStoreOptions(input: Partial<StoreOptions>): StoreOptions {
  return {
    report() {},
    runtime: input.runtime ?? createRuntime(),
    poolSize: 10,
    neededConnections: 1,
    connectTimeout: 10_000,
    statementTimeout: 15_000,
    lockTimeout: 10_000,
    ...input,
  };
}
