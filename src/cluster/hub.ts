import type { Source } from './gatherer.ts';
import type { Addition, Count } from './shared-state.ts';

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
  readonly counters: HubCounters;
  /** Resolves when no other process holds the lock of this name. */
  acquire(name: string): Promise<() => void>;
  /** Collects a text of each worker of this machine. */
  gather(name: string): Promise<string[]>;
  /** Adds the texts of this process. Returns a function that removes them. */
  onGather(source: Source): () => void;
  close(): Promise<void>;
}

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

/** Sets of counters by name. */
export interface HubCounters {
  add(set: CounterSetName, key: string, addition: Addition): Promise<Count>;
  subtract(set: CounterSetName, key: string, endsAt: number): Promise<void>;
  read(set: CounterSetName, keys: readonly string[]): Promise<number[]>;
  delete(set: CounterSetName, keys: readonly string[]): Promise<void>;
  clear(set: CounterSetName): Promise<void>;
}

export interface CounterSetName {
  readonly name: string;
  readonly capacity: number;
}
