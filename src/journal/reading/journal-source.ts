import type { LostWorker } from '#shared/workers/worker-channel.ts';
import type { HarEntry } from '../export/har-schema.ts';
import type { WaitOptions } from '../match/wait.ts';
import type { ReplayEnd } from '../recording/expected-replays.ts';
import type { Annotation, AnnotationResult, Undo } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import type { EntryView } from '../views/entry-schema.ts';
import type { JournalRead } from './journal-read.ts';

/** The result of a read, with what it does not contain. */
export interface ReadResult<Output> {
  readonly value: Output;
  /** The result has all entries up to this id. No entry that is recorded later has an id that is not greater. */
  readonly cut: number;
  /** Number of entries that were removed to stay within the limits of the journal. */
  readonly dropped: number;
  /** Workers that have ended, with the entries between the two ids that they had recorded. */
  readonly lost: readonly LostWorker[];
}

export interface QueryCounts {
  complete: number;
  /** Number of queries that a worker has not answered in time. */
  incomplete: number;
  /** Time of all queries. */
  seconds: number;
}

/** The oldest of the exchanges that a caller waits for. */
export interface WaitResult {
  /** Empty when there are fewer than were asked for. */
  readonly requests: readonly EntryView[];
  /** Number of exchanges that were found. */
  readonly count: number;
}

/** The journal of a server, of one process or of several workers, for its readers. */
export interface JournalSource {
  /** Counts the queries to all workers; undefined in a server of one process. */
  readonly queries: Readonly<QueryCounts> | undefined;
  /**
   * Reads the entries of all processes at one time.
   * @param cut the `cut` of an earlier read, for the same entries.
   * @throws StoreUnavailableError when a worker does not respond.
   */
  run<Input, Part, Output>(
    read: JournalRead<Input, Part, Output>,
    input: Input,
    cut?: number,
  ): Promise<ReadResult<Output>>;
  /** The entries of these ids, without those that have left the journal. */
  views(ids: readonly number[], showsSecrets: boolean): Promise<ReadonlyMap<number, EntryView>>;
  /** The entries for an HTTP Archive. Null for one that has none. */
  harEntries(ids: readonly number[], showsSecrets: boolean): Promise<ReadonlyMap<number, HarEntry | null>>;
  /** An id that is not less than that of any entry so far. */
  now(): number;
  /** Waits for exchanges that match. Those that arrived before the call count, too. */
  wait(options: WaitOptions, showsSecrets: boolean): Promise<WaitResult>;
  /**
   * The next request from this address and port repeats an exchange. Resolves when the server expects it.
   * @param onEnd called with the entry of the repeated exchange when it has ended, or with that of a rejected request, or
   *   when the request is not recorded.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  expectReplay(remote: string, id: number, onEnd: (end: ReplayEnd) => void): Promise<() => void>;
  /** The entry with all credentials. */
  find(id: number): Promise<JournalEntry | undefined>;
  /** Removes all entries, or those of one bin. */
  clear(bin?: string): Promise<void>;
  /** Removes entries. With `undo`, its key restores them for some time. @returns the number of removed entries. */
  remove(ids: readonly number[], undo?: Undo): Promise<number>;
  /** Puts removed entries back. @returns their number; 0 when it is too late. */
  restore(key: string): Promise<number>;
  /** Marks an entry, or sets its note. Each process has a maximum of marked entries. */
  annotate(id: number, annotation: Annotation): Promise<AnnotationResult>;
}
