import type { JournalStart } from './journal-starts.ts';
import type { JournalEntry, RequestLine } from './record.ts';
import type { RingLimits } from './ring.ts';

/** What the journal keeps of an entry, which can change until it is done. */
export interface Recording {
  /** 0 before it is an entry. */
  readonly id: number;
  readonly bin: string | null;
  readonly size: number;
  countedSize: number;
  readonly isOwn?: boolean;
  /** Whether the exchange has ended. */
  readonly isComplete: boolean;
  isMarked?: boolean;
  note?: string | null;
  /** The number of the entry in a store, counted from 1 in the order in which readers see the entries; undefined before. */
  order?: number | undefined;
  /** What the view has, without the rest; undefined for an entry without it, or if only the view shows it. */
  readonly line?: RequestLine | undefined;
  view(): JournalEntry;
}

/** By which removed entries are restored, and for how long. */
export interface Undo {
  readonly key: string;
  readonly milliseconds: number;
}

/** What a user adds to an entry; members that are undefined stay as they are. */
export interface Annotation {
  readonly marked?: boolean | undefined;
  readonly note?: string | null | undefined;
}

export interface AnnotationResult {
  /** Whether the journal has the entry. */
  readonly isKnown: boolean;
  /** The maximum number of marked entries, if the entry is not changed because of it. */
  readonly maximum?: number;
}

/** The journal, as its store changes it. */
export interface StoredJournal {
  /** What it has place for, beside the entries of clients that it has. */
  readonly room: RingLimits;
  recording(id: number): Recording | undefined;
  /** Adds entries of other processes or of earlier starts, or puts them back. @param isNew whether listeners do not know them */
  insert(recordings: readonly Recording[], isNew: boolean): void;
  /** An entry of another process has changed. */
  replaced(recording: Recording): void;
  /** An entry of this process is in the store, where others see it. @param isNew whether it was not there before */
  stored(recording: Recording, isNew: boolean): void;
  /** Removes entries that others have removed. */
  forget(ids: readonly number[]): void;
  /** Removes the entries up to an id, or those of one bin. */
  forgetUpTo(id: number, bin: string | undefined): void;
  /** Removes all entries of which this holds. */
  forgetWhere(isForgotten: (recording: Recording) => boolean): void;
}

/**
 * Keeps the entries of a journal in a database, behind the entries in memory, which all reads are of. The processes of a server
 * and later starts have the same store. Methods that return no promise return at once, and a failure changes nothing of the journal.
 */
export interface JournalStore {
  /** Identifies the journal, whose ids are given once. */
  readonly name: string;
  /** The oldest first; the last one is that of this server. */
  readonly starts: readonly JournalStart[];
  /** The number that entries of the store have at most in `order`. */
  readonly lastOrder: number;
  /** The id of a new entry, which is greater than all earlier ones of this process. */
  nextId(): number;
  /** An id that is not less than any so far, of all processes of this machine. */
  nowId(): number;
  /** Number of entries that were removed to stay within the limits, by all processes; of one bin, since it was cleared. */
  dropped(bin?: string): number;
  /** Called once, by the journal. */
  attach(journal: StoredJournal): void;
  /** Keeps an entry, which is new or has changed. */
  save(recording: Recording): void;
  /** An entry was removed to stay within the limits. */
  dropEntry(recording: Recording): void;
  /** A user has removed entries. With `undo`, they can be restored. */
  hideEntries(recordings: readonly Recording[], undo: Undo | undefined): void;
  /** A user has removed all entries up to an id, or those of one bin. */
  clear(upTo: number, bin: string | undefined): void;
  annotate(id: number, annotation: Annotation): void;
  /**
   * Runs a change of the journal which has all entries of all processes at this time, and keeps it.
   * @throws StoreUnavailableError
   */
  change<Result>(action: () => Result): Promise<Result>;
  /** Puts removed entries back. @returns their number; 0 if it is too late. @throws StoreUnavailableError */
  restore(key: string): Promise<number>;
  /**
   * Resolves when the journal has the entries of all processes of this machine so far.
   * @returns an id up to which it has all
   * @throws StoreUnavailableError
   */
  refresh(): Promise<number>;
  /** Reads the entries of other processes as soon as they have written them. @returns the function that ends it */
  follow(): () => void;
  /** Lets other processes have what this one has, also of exchanges in progress. Never rejects. */
  flush(): Promise<void>;
  /**
   * Reads the entries of earlier starts. Called once, before the server listens.
   * @param run names the servers that run together
   * @throws StoreUnavailableError
   */
  start(run: string): Promise<void>;
  /** Keeps what is not kept yet. Idempotent. */
  close(): Promise<void>;
}
