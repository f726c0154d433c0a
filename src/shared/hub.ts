import type {
  Counters,
  Gathered,
  GatheredPart,
  GatherQuery,
  LostWorker,
  PrimaryCalls,
} from './shared-state.ts';
import type { Stamps } from './stamps.ts';

/**
 * Where several processes keep their shared state: the memory of the primary process, or a PostgreSQL database. Workers
 * use the hub of their primary process by messages.
 */
export interface Hub {
  /** The number of this worker; undefined in a process that is none. */
  readonly worker: number | undefined;
  /** The ID of its server; undefined in a process that is no worker. */
  readonly server: string | undefined;
  /** All values that have been set. */
  load(): Promise<readonly NamedValue[]>;
  /**
   * Sets a value if it has this version; 0 for a value that was never set. Resolves when all listeners have completed,
   * with the version that the value has then.
   */
  compareAndSet(name: string, version: number, text: string | null): Promise<SetResult>;
  /** Calls the listener for each change, by whichever process. Returns what removes it. */
  onChange(listener: ChangeListener): () => void;
  /** @param capacity maximum number of counters of this name */
  counters(name: string, capacity: number): Counters;
  /** Resolves when no other process holds the lock of this name. */
  acquire(name: string): Promise<() => void>;
  /** Undefined when the workers of this machine hold the semaphore of this name as often as the maximum. */
  tryAcquire(name: string, maximum: number): Promise<(() => void) | undefined>;
  /** Undefined in a process that is no worker. */
  readonly stamps: Stamps | undefined;
  /** Undefined in a process that is no worker. */
  readonly primary: PrimaryCalls | undefined;
  /** Collects a text of each worker of this machine. All workers get the queries in the same order. */
  gather(query: GatherQuery): Promise<Gathered>;
  /** Adds the texts of a process. Returns a function that removes them. */
  onGather(source: GatherSource): () => void;
  /** Keeps that a worker has ended, for the results of `gather`. */
  lose(worker: LostWorker): void;
  /** Forgets the workers that ended before. */
  forgetLost(before: number): Promise<void>;
  /** Ends a standing query, or with the number of a worker and `/`, all of this worker. */
  endQueries(prefix: string): Promise<void>;
  /** The standing queries, in their order. */
  standing(): readonly GatherQuery[];
  /** Sends a text to a worker. */
  post(worker: number, text: string): void;
  /** Calls the listener with each text for a worker. Returns what removes it. */
  onPost(worker: number, listener: (text: string) => void): () => void;
  close(): Promise<void>;
}

/** The part of a process; undefined for one that the query does not name, or that has ended. */
export type GatherSource = (query: GatherQuery) => Promise<GatheredPart | undefined>;

/** The name of the value with the number of other nodes. A hub without nodes never sets it. */
export const OTHER_NODES = 'other nodes';

/** A value as JSON; null stands for the initial value of each process. */
export interface NamedValue {
  readonly name: string;
  /** Increases with each change. */
  readonly version: number;
  readonly text: string | null;
}

export interface SetResult {
  readonly isSet: boolean;
  /** The current value: the new one, or the one that another process has set. */
  readonly value: NamedValue;
}

/** May be called again for the same version. */
export type ChangeListener = (value: NamedValue) => void | Promise<void>;
