import type { Stamps } from './stamps.ts';

/**
 * The state that all processes of a server share: the workers of one command, and the nodes on one PostgreSQL database.
 * Each process holds a replica of each value, so reading is synchronous and costs nothing.
 */
export interface SharedState {
  /** The number of this worker; undefined in a server without workers. */
  readonly worker: number | undefined;
  /** The ID of the server that this worker belongs to, among the servers that share the state; undefined without workers. */
  readonly server: string | undefined;
  /** Adds a value that every process holds, before `start`. The value of the replica at this time is its initial value. */
  attach<Value>(name: string, replica: Replica<Value>): SharedValue<Value>;
  /**
   * Adds an event, before `start`.
   * @returns the function that sends it. It resolves when the handlers of all processes have completed; other nodes are
   * notified only.
   */
  event(name: string, handle: () => void | Promise<void>): () => Promise<void>;
  /** Numbers in the order of time in all workers; undefined in a server without workers. */
  readonly stamps: Stamps | undefined;
  /**
   * Adds a text that is collected from the workers of this machine, before `start`. All workers produce the texts in the same
   * order; what `produce` does before its first `await` is one step.
   */
  gather(name: string, produce: (argument: string) => string | Promise<string>): Gather;
  /** Forgets the workers that ended before a stamp. */
  forgetLost(before: number): Promise<void>;
  /** Ends a standing query of this process. */
  endQuery(key: string): Promise<void>;
  /** Sends a text to a worker of this machine. A worker that has ended does not get it. */
  post(worker: number, text: string): void;
  /** Calls the listener with each text for this worker. */
  onPost(listener: (text: string) => void): void;
  /** What the primary process does for its workers besides; undefined in a server without workers. */
  readonly primary: PrimaryCalls | undefined;
  /**
   * @param capacity maximum number of counters. The counter whose latest addition is the oldest is removed first; the nodes on a
   * database remove the one that ends first.
   */
  counters(name: string, capacity: number): Counters;
  /** Runs the action while no process runs another action of the same name. */
  exclusive<Result>(name: string, action: () => Promise<Result>): Promise<Result>;
  /**
   * Acquires a semaphore of the workers of this machine. What a worker holds is released when it ends.
   * @param maximum number of holders
   * @returns the function that releases it; undefined when the maximum is reached.
   */
  tryAcquire(name: string, maximum: number): Promise<(() => void) | undefined>;
  /**
   * The number of other nodes on the database, at most 2 seconds ago; undefined if there was none. A node that was killed counts
   * for 10 seconds.
   */
  countOtherNodes(): number | undefined;
  /** Resolves when the replicas hold the shared values. Called before the server listens. */
  start(): Promise<void>;
}

/** Calls of a worker to its primary process, which executes them in the order of sending. Parameters and results are cloned. */
export interface PrimaryCalls {
  /**
   * Rejects with the HttpError that the primary process throws.
   * @param duration milliseconds that the call itself can take, besides the time limit of all calls.
   * @throws StoreUnavailableError when the primary process does not respond, or when there are too many calls.
   */
  call(method: string, parameters: readonly unknown[], duration?: number): Promise<unknown>;
  /** A call without a response. */
  send(method: string, parameters: readonly unknown[]): void;
}

/**
 * Collects texts.
 * @param argument passed to each process.
 */
export type Gather = (
  argument?: string,
  options?: Partial<Pick<GatherQuery, 'worker' | 'key'>>,
) => Promise<Gathered>;

export interface GatherQuery {
  readonly name: string;
  readonly argument: string;
  /** Undefined for all workers. */
  readonly worker: number | undefined;
  /** The key of a standing query, which workers that start later get before they serve. It begins with the number of its worker and `/`. */
  readonly key?: string | undefined;
}

export interface Gathered {
  readonly parts: readonly GatheredPart[];
  readonly lost: readonly LostWorker[];
}

export interface GatheredPart {
  /** Undefined in a server without workers. */
  readonly worker: number | undefined;
  /** Undefined for a worker that does not respond in time. */
  readonly text: string | undefined;
}

/** A worker that has ended, with the stamps of its start and its end. */
export interface LostWorker {
  readonly worker: number;
  readonly from: number;
  readonly to: number;
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
