import type { Runtime } from '../runtime.ts';
import { type FeedPosition, formatPosition } from './feed-position.ts';
import type { Filter } from './filter-conditions.ts';
import type { Journal, JournalEvent } from './journal.ts';
import { toEntrySummary } from './json-view.ts';
import type { JournalEntry } from './record.ts';
import type { Redaction } from './redaction.ts';

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
    const queue = new ChunkQueue();
    const reader = new FeedReader(filter, position?.last ?? journal.lastId, (text) => {
      queue.push(text);
      if (queue.size > MAX_WAITING) onOverflow();
    });
    const dataOf = (entry: JournalEntry) => JSON.stringify(toEntrySummary(redaction.entry(entry)));
    queue.push(': connected\n\n');
    if (position) reader.resume(journal, position, dataOf);
    const unsubscribe = journal.subscribe((event) => {
      if (event.type !== 'body') reader.receive(event, () => this.#dataOf(event, redaction, dataOf));
    });
    let cancel = () => {};
    const comment = () => {
      queue.push(': \n\n');
      cancel = this.#runtime.after(COMMENT_INTERVAL, comment);
    };
    cancel = this.#runtime.after(COMMENT_INTERVAL, comment);
    const end = () => queue.end();
    signal.addEventListener('abort', end);
    this.#count++;
    try {
      if (signal.aborted) return;
      yield* queue.read();
    } finally {
      this.#count--;
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
  readonly #send: (text: string) => void;
  /** The exchanges in progress, and whether their `request` was sent. */
  readonly #pending = new Map<number, boolean>();
  #last: number;

  constructor(filter: Filter, last: number, send: (text: string) => void) {
    this.#filter = filter;
    this.#last = last;
    this.#send = send;
  }

  /** Sends what happened since the end of the earlier connection. */
  resume(
    journal: FeedJournal,
    { last, pending }: FeedPosition,
    dataOf: (entry: JournalEntry) => string,
  ): void {
    const later = journal.entries().filter(({ id }) => id > last);
    const earlier = pending.map((id) => journal.find(id)).filter((entry) => entry !== undefined);
    const dropped = journal.lastId - last - later.length + (pending.length - earlier.length);
    if (dropped > 0) this.#send(`event: dropped\ndata: {"count":${dropped}}\n\n`);
    for (const entry of earlier) {
      this.#pending.set(entry.id, this.#filter(entry));
      if (isDone(entry)) this.#done(entry, () => dataOf(entry));
    }
    for (const entry of later) this.#request(entry, () => dataOf(entry));
  }

  receive({ type, entry }: JournalEvent, data: () => string): void {
    if (type === 'request') this.#request(entry, data);
    else this.#done(entry, data);
  }

  #request(entry: JournalEntry, data: () => string): void {
    const isShown = this.#filter(entry);
    this.#last = Math.max(this.#last, entry.id);
    this.#pending.set(entry.id, isShown);
    if (isShown) this.#sendEvent('request', data());
    if (isDone(entry)) this.#done(entry, data);
  }

  /** Some conditions of a filter are known only at the end of an exchange. */
  #done(entry: JournalEntry, data: () => string): void {
    const isShown = this.#pending.get(entry.id) || this.#filter(entry);
    this.#pending.delete(entry.id);
    if (isShown) this.#sendEvent('done', data());
  }

  #sendEvent(name: string, data: string): void {
    const id = formatPosition({ last: this.#last, pending: [...this.#pending.keys()] });
    this.#send(`event: ${name}\nid: ${id}\ndata: ${data}\n\n`);
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
