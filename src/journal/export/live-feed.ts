import type { Runtime } from '../../runtime.ts';
import type { Filter } from '../match/entry-match.ts';
import { type FeedPosition, formatPosition } from '../recording/feed-position.ts';
import type { Journal, JournalEvent } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { toEntrySummary } from '../views/json-view.ts';
import type { Redaction } from '../views/redaction.ts';

export interface FeedOptions {
  readonly filter: Filter;
  readonly redaction: Redaction;
  /** Where an earlier connection of the reader ended; undefined for entries from now on. */
  readonly position: FeedPosition | undefined;
  /** Ends the feed. */
  readonly signal: AbortSignal;
  /** Called when the reader is too slow. */
  onOverflow(): void;
}

type FeedJournal = Pick<Journal, 'entries' | 'find' | 'subscribe' | 'lastId'>;

/** Maximum number of bytes that wait for a reader. */
const MAX_WAITING = 1024 * 1024;

/** Milliseconds between comments, which show that the connection works. */
const COMMENT_INTERVAL = 15_000;

/** Readers of the live journal, as server-sent events. */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'after'>;
  readonly #maximum: number;
  #count = 0;
  /** The last event, which all readers get at the same time. */
  #latest: { readonly event: JournalEvent; readonly redaction: Redaction; readonly data: string } | undefined;

  constructor(runtime: Pick<Runtime, 'after'>, maximum: number) {
    this.#runtime = runtime;
    this.#maximum = maximum;
  }

  get isFull(): boolean {
    return this.#count >= this.#maximum;
  }

  /** The events `request`, `done` and `dropped`. Ends when the signal is aborted. */
  async *read(journal: FeedJournal, { filter, redaction, position, signal, onOverflow }: FeedOptions) {
    const reader = new FeedReader(filter, position ?? { last: journal.lastId, pending: [] });
    const dataOf = (entry: JournalEntry) => JSON.stringify(toEntrySummary(redaction.entry(entry)));
    this.#count++;
    try {
      yield ': connected\n\n';
      for (const text of reader.resume(journal, dataOf)) if (text !== '') yield text;
      // The reader has read everything, and nothing happens before the subscription.
      yield* this.#readLive(journal, signal, onOverflow, (event) =>
        reader.receive(event, () => this.#dataOf(event, redaction, dataOf)),
      );
    } finally {
      this.#count--;
    }
  }

  async *#readLive(
    journal: FeedJournal,
    signal: AbortSignal,
    onOverflow: () => void,
    toText: (event: JournalEvent) => string,
  ) {
    const queue = new ChunkQueue();
    const unsubscribe = journal.subscribe((event) => {
      if (event.type !== 'body') queue.push(toText(event));
      if (queue.size > MAX_WAITING) onOverflow();
    });
    let cancel = () => {};
    const comment = () => {
      queue.push(': \n\n');
      cancel = this.#runtime.after(COMMENT_INTERVAL, comment);
    };
    cancel = this.#runtime.after(COMMENT_INTERVAL, comment);
    const end = () => queue.end();
    signal.addEventListener('abort', end);
    try {
      if (!signal.aborted) yield* queue.read();
    } finally {
      cancel();
      unsubscribe();
      signal.removeEventListener('abort', end);
    }
  }

  #dataOf(event: JournalEvent, redaction: Redaction, create: (entry: JournalEntry) => string): string {
    const { event: last, redaction: used } = this.#latest ?? {};
    if (last !== event || used !== redaction) this.#latest = { event, redaction, data: create(event.entry) };
    return this.#latest?.data ?? '';
  }
}

/** Selects the events of one reader, and knows its position. */
class FeedReader {
  readonly #filter: Filter;
  /** The exchanges in progress, and whether their `request` was sent. */
  readonly #pending = new Map<number, boolean>();
  #last: number;
  #dropped = 0;

  constructor(filter: Filter, { last, pending }: FeedPosition) {
    this.#filter = filter;
    this.#last = last;
    for (const id of pending) this.#pending.set(id, false);
  }

  /**
   * What happened since the end of the earlier connection, one entry at a time: all entries together can exceed the
   * limit of what waits for a reader. Ends when there is nothing that the reader has not read.
   */
  *resume(journal: FeedJournal, dataOf: (entry: JournalEntry) => string): Generator<string> {
    for (const id of this.#pending.keys()) {
      const entry = journal.find(id);
      if (entry) this.#pending.set(id, this.#filter(entry));
    }
    while (this.#isBehind(journal)) {
      const end = journal.lastId;
      const later = journal.entries().flatMap(({ id }) => (id > this.#last ? [id] : []));
      this.#dropped += end - this.#last - later.length;
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

  receive({ type, entry }: JournalEvent, data: () => string): string {
    return type === 'request' ? this.#request(entry, data) : this.#done(entry, data);
  }

  #isBehind(journal: FeedJournal): boolean {
    return (
      journal.lastId > this.#last || [...this.#pending.keys()].some((id) => this.#isSettled(journal, id))
    );
  }

  /** Whether the exchange is complete, or no longer in the journal. */
  #isSettled(journal: FeedJournal, id: number): boolean {
    const entry = journal.find(id);
    return entry === undefined || isDone(entry);
  }

  #takeDropped(): string {
    const count = this.#dropped;
    this.#dropped = 0;
    return count > 0 ? `event: dropped\ndata: {"count":${count}}\n\n` : '';
  }

  #request(entry: JournalEntry, data: () => string): string {
    const isShown = this.#filter(entry);
    this.#last = Math.max(this.#last, entry.id);
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
    const id = formatPosition({ last: this.#last, pending: [...this.#pending.keys()] });
    return `event: ${name}\nid: ${id}\ndata: ${data}\n\n`;
  }
}

function isDone(entry: JournalEntry): boolean {
  return entry.kind !== 'exchange' || entry.ended !== null;
}

/** Texts that wait for their reader. */
class ChunkQueue {
  #chunks: string[] = [];
  #isEnded = false;
  #wake = () => {};
  /** Number of bytes that wait, at least. */
  size = 0;

  push(chunk: string): void {
    if (chunk === '') return;
    this.#chunks.push(chunk);
    this.size += chunk.length;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<string> {
    while (!this.#isEnded) {
      if (this.#chunks.length > 0) {
        const text = this.#chunks.join('');
        this.#chunks = [];
        this.size = 0;
        yield text;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    }
  }
}
