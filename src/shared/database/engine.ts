import type { SharedRecords } from '../shared-records.ts';
import type { Counters } from '../shared-state.ts';
import type { ValueTable } from './value-table.ts';

/** The tables in which several processes keep their shared state, in SQLite or PostgreSQL. */
export interface StateEngine {
  /** Names this node, for its workers; undefined for a database of one machine. */
  readonly node: string | undefined;
  /** Counts the other nodes. Called before the values are read. */
  start(): Promise<void>;
  readonly values: ValueTable;
  /** @param capacity maximum number of counters of this name */
  counters(name: string, capacity: number): Counters;
  /** Resolves when no other process holds the lock of this name. */
  acquire(name: string): Promise<() => void>;
  readonly records: SharedRecords;
  /** Releases the locks of a process of this node that has ended, and reports it to the listener of `records`. */
  endOwner(owner: string): Promise<void>;
  /** Calls the listener when values may have changed: those of these names, or any. */
  watch(listener: (names?: readonly string[]) => Promise<void>): void;
  /** See `SharedState`. */
  otherNodes(): readonly string[] | undefined;
  close(): Promise<void>;
}
