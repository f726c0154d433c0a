import { type FeedPosition, formatPosition } from '../recording/feed-position.ts';
import type { JournalEntry, JournalEvent, OrderedEntry } from '../recording/record.ts';

/** What a feed reads of the journal. */
export interface FeedJournal {
  /** The entries after a number, in the order for readers. */
  inOrder(after: number): readonly OrderedEntry[];
  find(id: number): JournalEntry | undefined;
  /** The number of the last entry. */
  readonly lastOrder: number;
  /** Number of entries between two numbers that are not there any more. */
  missed(after: number, end: number): number;
}

/** Selects the events of one reader, and knows its position. */
export class FeedReader {
  readonly #filter: (entry: JournalEntry) => boolean;
  /** The exchanges in progress, and whether their `request` was sent; undefined if an earlier connection knows it. */
  readonly #pending = new Map<number, boolean | undefined>();
  /** The number of the last entry whose `request` the reader has got. */
  #last: number;
  #dropped = 0;

  constructor(filter: (entry: JournalEntry) => boolean, { last, pending }: FeedPosition) {
    this.#filter = filter;
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
  *resume(journal: FeedJournal, dataOf: (entry: JournalEntry) => string): Generator<string> {
    for (const [id, wasSent] of this.#pending) {
      const entry = journal.find(id);
      if (entry && wasSent === undefined) this.#pending.set(id, this.#filter(entry));
    }
    while (this.#isBehind(journal)) {
      const end = journal.lastOrder;
      this.#dropped += journal.missed(this.#last, end);
      const settled = [...this.#pending.keys()].filter((id) => isSettled(journal, id));
      const earlier = settled.map((id) => ({ id, order: undefined }));
      for (const { id, order } of [...earlier, ...journal.inOrder(this.#last)]) {
        const entry = journal.find(id);
        if (entry === undefined) {
          this.#pending.delete(id);
          this.#dropped++;
          continue;
        }
        const data = () => dataOf(entry);
        const text = order === undefined ? this.#done(entry, data) : this.#request(entry, order, data);
        yield this.#takeDropped() + text;
      }
      this.#last = Math.max(this.#last, end);
      yield this.#takeDropped();
    }
  }

  receive({ type, entry, order }: JournalEvent, data: () => string): string {
    return type === 'request' ? this.#request(entry, order, data) : this.#done(entry, data);
  }

  #isBehind(journal: FeedJournal): boolean {
    return journal.lastOrder > this.#last || [...this.#pending.keys()].some((id) => isSettled(journal, id));
  }

  #takeDropped(): string {
    const count = this.#dropped;
    this.#dropped = 0;
    return count > 0 ? `event: dropped\ndata: ${JSON.stringify({ count })}\n\n` : '';
  }

  #request(entry: JournalEntry, order: number, data: () => string): string {
    const isShown = this.#filter(entry);
    this.#last = Math.max(this.#last, order);
    this.#pending.set(entry.id, isShown);
    const text = isShown ? this.#toEvent('request', data()) : '';
    return isDone(entry) ? text + this.#done(entry, data) : text;
  }

  /** Some conditions of a filter are known only at the end of an exchange. */
  #done(entry: JournalEntry, data: () => string): string {
    const isShown = this.#pending.get(entry.id) || this.#filter(entry);
    this.#pending.delete(entry.id);
    return isShown ? this.#toEvent('done', data()) : '';
  }

  #toEvent(name: string, data: string): string {
    const id = formatPosition(this.position);
    return `event: ${name}\nid: ${id}\ndata: ${data}\n\n`;
  }
}

/** Whether the exchange is complete, or no longer in the journal. */
function isSettled(journal: FeedJournal, id: number): boolean {
  const entry = journal.find(id);
  return entry === undefined || isDone(entry);
}

function isDone(entry: JournalEntry): boolean {
  return entry.kind !== 'exchange' || entry.ended !== null;
}
