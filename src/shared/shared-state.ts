import type { SharedRecords } from './shared-records.ts';

/**
 * The state that all processes of a server share: the workers of one command, and the nodes on one PostgreSQL database.
 * Each process holds a replica of each value, so reading is synchronous and costs nothing.
 */
export interface SharedState {
  /** The number of this worker; undefined in a server without workers. */
  readonly worker: number | undefined;
  /** Whether other processes can have the same state. */
  readonly isShared: boolean;
  /** Names the node on a PostgreSQL database that this process belongs to. */
  readonly node: string | undefined;
  /** The ID of the server that this worker belongs to, among the servers that share the state; undefined without workers. */
  readonly server: string | undefined;
  /** Adds a value that every process holds, before `start`. The value of the replica at this time is its initial value. */
  attach<Value>(name: string, replica: Replica<Value>): SharedValue<Value>;
  /**
   * Adds an event, before `start`.
   * @returns the function that sends it. It resolves when the handlers of all processes have completed, or when a process has not
   * responded in time, with whether all have; other nodes are notified only.
   */
  event(name: string, handle: () => void | Promise<void>): () => Promise<boolean>;
  /**
   * Adds a text that each worker of this machine produces, before `start`.
   * @returns the function that collects the texts
   */
  collect(name: string, produce: () => Promise<string>): () => Promise<readonly WorkerText[]>;
  /**
   * @param capacity maximum number of counters. The counter whose latest addition is the oldest is removed first; the nodes on a
   * database remove the one that ends first.
   */
  counters(name: string, capacity: number): Counters;
  /** Undefined in a server of one process without a database of its own state. */
  readonly records: SharedRecords | undefined;
  /** Runs the action while no process runs another action of the same name. */
  exclusive<Result>(name: string, action: () => Promise<Result>): Promise<Result>;
  /**
   * The other nodes on the database, at most 2 seconds ago; undefined if there was none. A node that was killed counts for 10 seconds.
   */
  otherNodes(): readonly string[] | undefined;
  /** Resolves when the replicas hold the shared values. Called before the server listens. */
  start(): Promise<void>;
}

export interface WorkerText {
  /** Undefined in a server without workers. */
  readonly worker: number | undefined;
  /** Undefined if the worker does not respond. */
  readonly text: string | undefined;
}

/** The value in one process. Values can be represented as JSON. */
export interface Replica<Value> {
  read(): Value;
  /** What it throws is reported, and the process keeps the previous value. */
  apply(value: Value): void;
  /** Whether the process can use a value that another process has set, perhaps one of another version. */
  isValid?(value: unknown): boolean;
}

export interface SharedValue<Value> {
  /**
   * Replaces the value atomically. `change` is repeated when another process changes the value at the same time; what it
   * throws rejects the update, and the value stays. Resolves when the replicas of all processes hold the value; other
   * nodes are notified only. In a server of one process, the value is applied before the call returns.
   * @returns the value that this update has set. The replica may hold a later one already.
   */
  update(change: (value: Value) => Value): Promise<Value>;
  /** Restores the initial value of each process, in the same way, and returns that of this process. */
  reset(): Promise<Value>;
}

/** Counters that all processes share. */
export interface Counters {
  /** Adds to a counter, unless the sum would exceed the limit. Starts the counter when there is none. */
  add(key: string, addition: Addition): Promise<Count>;
  /** Subtracts 1 from a counter, unless it was started again since. */
  subtract(key: string, endsAt: number): Promise<void>;
  /** The values of the counters; 0 for a counter that was not started. */
  read(keys: readonly string[]): Promise<number[]>;
  delete(keys: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

export interface Addition {
  /** 0 only reads the counter, and starts it. */
  readonly by: number;
  /** Undefined without a limit. */
  readonly limit?: number | undefined;
  /** The counter starts again at 0 when `now` is outside of the interval that began with its first addition. */
  readonly interval?: { readonly now: number; readonly length: number };
}

export interface Count {
  readonly isAdded: boolean;
  readonly value: number;
  /** End of the interval; 0 without one. */
  readonly endsAt: number;
}
