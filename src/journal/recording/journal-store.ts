import type { JournalStart } from './journal-starts.ts';
import type { JournalEntry } from './record.ts';

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
  view(): JournalEntry;
}

/** What a journal has besides its entries. */
export interface JournalState {
  /** Identifies the journal, whose ids are given once. */
  readonly name: string;
  readonly lastId: number;
  readonly dropped: number;
  /** The oldest first; the last one is that of this server. */
  readonly starts: readonly JournalStart[];
}

/**
 * Keeps the entries of a journal for later starts of the server, behind the entries in memory, which all reads are of. Its methods
 * return at once, and a failure changes nothing of the journal.
 */
export interface JournalStore {
  /** The state of the journal at its start. */
  readonly initialState: JournalState;
  /** The greatest number of a connection of these entries, so that later connections have others; 0 without one. */
  readonly lastConnection: number;
  /**
   * Called once, by the journal.
   * @param state reads the present state, which is kept with the entries
   * @returns the entries of earlier starts, in the order of their ids
   */
  attach(state: () => JournalState): readonly Recording[];
  /** Keeps a complete entry, which is new or has changed. */
  save(recording: Recording): void;
  remove(id: number): void;
  /** The state has changed. */
  changed(): void;
  /** Keeps what is not kept yet. Idempotent. */
  close(): Promise<void>;
}
