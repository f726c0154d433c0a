import type { EntryCount, EntryScope } from '../recording/entry-rings.ts';
import type { Journal } from '../recording/journal.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';

/** The entries of a journal up to an id: all that had arrived when the read began. */
export class ReadableJournal {
  /** No entry that arrives later has an id that is not greater. */
  readonly upTo: number;
  readonly #journal: Journal;

  constructor(journal: Journal, upTo: number) {
    this.#journal = journal;
    this.upTo = upTo;
  }

  /** Number of entries that were removed to stay within the limits. */
  get dropped(): number {
    return this.#journal.dropped;
  }

  /** Number of entries of a bin that were removed to stay within the limits. */
  droppedOf(bin: string): number {
    return this.#journal.droppedOf(bin);
  }

  /** Number of entries of own pages. */
  get ownSize(): number {
    return this.#journal.ownSize;
  }

  /** The entries with a greater id, one at a time, so that those which are not read are not computed. */
  each(after?: number, scope?: EntryScope): Iterable<JournalEntry> {
    return this.#journal.each(after, scope, this.upTo);
  }

  /** The entries with a smaller id, one at a time, the newest first. */
  latest(scope?: EntryScope, before = Number.POSITIVE_INFINITY): Iterable<JournalEntry> {
    return this.#journal.latest(scope, Math.min(before, this.upTo + 1));
  }

  /** The exchanges with a greater id. */
  exchanges(after?: number): RecordedExchange[] {
    return [...this.each(after)].filter((entry) => entry.kind === 'exchange');
  }

  count(scope?: EntryScope): EntryCount {
    return this.#journal.count(scope, this.upTo + 1);
  }

  /** The ids of the entries of each bin, in their order. */
  idsByBin(): ReadonlyMap<string, readonly number[]> {
    return this.#journal.idsByBin(this.upTo);
  }

  find(id: number): JournalEntry | undefined {
    return this.#journal.find(id);
  }
}
