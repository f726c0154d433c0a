import { type FeedPosition, formatPosition } from '../recording/feed-position.ts';
import type { JournalEvent } from '../recording/journal.ts';

/** What a feed reads of the journal at one time. */
export interface FeedJournal<Entry extends FeedEntry> {
  /** In the order of their ids. */
  entries(after: number): readonly Entry[];
  find(id: number): Entry | undefined;
  readonly lastId: number;
  /** Number of entries between two ids that are not there any more, if so many are. */
  missed(after: number, end: number, found: number): number;
  /** Whether more can be missing. */
  readonly isMinimum?: boolean;
}

interface FeedEntry {
  readonly id: number;
}

/** Selects the events of one reader, and knows its position. */
export class FeedReader<Entry extends FeedEntry> {
  readonly #filter: (entry: Entry) => boolean;
  readonly #isDone: (entry: Entry) => boolean;
  /** The exchanges in progress, and whether their `request` was sent; undefined if an earlier connection knows it. */
  readonly #pending = new Map<number, boolean | undefined>();
  #last: number;
  #dropped = 0;
  /** Whether more can have been dropped. */
  #isMinimum = false;

  constructor(
    filter: (entry: Entry) => boolean,
    isDone: (entry: Entry) => boolean,
    { last, pending }: FeedPosition,
  ) {
    this.#filter = filter;
    this.#isDone = isDone;
    this.#last = last;
    for (const id of pending) this.#pending.set(id, undefined);
  }

  get position(): FeedPosition {
    return { last: this.#last, pending: [...this.#pending.keys()] };
  }

  /**
   * What happened since the end of the earlier connection, one entry at a time: all entries together can exceed the
   * limit of what waits for a reader. Ends when there is nothing that the reader has not read.
   */
  *resume(journal: FeedJournal<Entry>, dataOf: (entry: Entry) => string): Generator<string> {
    for (const [id, wasSent] of this.#pending) {
      const entry = journal.find(id);
      if (entry && wasSent === undefined) this.#pending.set(id, this.#filter(entry));
    }
    while (this.#isBehind(journal)) {
      const end = journal.lastId;
      const later = journal.entries(this.#last).flatMap(({ id }) => (id > this.#last ? [id] : []));
      this.#dropped += journal.missed(this.#last, end, later.length);
      this.#isMinimum = journal.isMinimum ?? false;
      const earlier = [...this.#pending.keys()].filter((id) => this.#isSettled(journal, id));
      for (const id of [...earlier, ...later]) {
        const entry = journal.find(id);
        if (entry === undefined) {
          this.#pending.delete(id);
          this.#dropped++;
          continue;
        }
        const text =
          id > this.#last
            ? this.#request(entry, () => dataOf(entry))
            : this.#done(entry, () => dataOf(entry));
        yield this.#takeDropped() + text;
      }
      this.#last = Math.max(this.#last, end);
      yield this.#takeDropped();
    }
  }

  receive(type: JournalEvent['type'], entry: Entry, data: () => string): string {
    return type === 'request' ? this.#request(entry, data) : this.#done(entry, data);
  }

  #isBehind(journal: FeedJournal<Entry>): boolean {
    return (
      journal.lastId > this.#last || [...this.#pending.keys()].some((id) => this.#isSettled(journal, id))
    );
  }

  /** Whether the exchange is complete, or no longer in the journal. */
  #isSettled(journal: FeedJournal<Entry>, id: number): boolean {
    const entry = journal.find(id);
    return entry === undefined || this.#isDone(entry);
  }

  #takeDropped(): string {
    const count = this.#dropped;
    this.#dropped = 0;
    const data = JSON.stringify({ count, ...(this.#isMinimum && { atLeast: true }) });
    return count > 0 ? `event: dropped\ndata: ${data}\n\n` : '';
  }

  #request(entry: Entry, data: () => string): string {
    const isShown = this.#filter(entry);
    this.#last = Math.max(this.#last, entry.id);
    this.#pending.set(entry.id, isShown);
    const text = isShown ? this.#toEvent('request', data()) : '';
    return this.#isDone(entry) ? text + this.#done(entry, data) : text;
  }

  /** Some conditions of a filter are known only at the end of an exchange. */
  #done(entry: Entry, data: () => string): string {
    const isShown = this.#pending.get(entry.id) || this.#filter(entry);
    this.#pending.delete(entry.id);
    return isShown ? this.#toEvent('done', data()) : '';
  }

  #toEvent(name: string, data: string): string {
    const id = formatPosition(this.position);
    return `event: ${name}\nid: ${id}\ndata: ${data}\n\n`;
  }
}
