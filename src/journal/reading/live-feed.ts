import type { Runtime } from '#runtime.ts';
import type { Filter } from '../match/entry-match.ts';
import type { EntryScope } from '../recording/entry-rings.ts';
import type { FeedPosition } from '../recording/feed-position.ts';
import type { Journal } from '../recording/journal.ts';
import type { JournalEntry, JournalEvent } from '../recording/record.ts';
import { type EntryForm, toForm } from '../views/entry-forms.ts';
import type { Redaction } from '../views/redaction.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { type FeedJournal, FeedReader } from './feed-reader.ts';

export interface FeedOptions {
  readonly filter: Filter;
  readonly redaction: Redaction;
  /** The form of the entries. */
  readonly form: EntryForm;
  /** Whether requests of own pages are included. */
  readonly scope: EntryScope;
  /** Where an earlier connection of the reader ended; undefined for entries from now on. */
  readonly position: FeedPosition | undefined;
  /** Ends the feed. */
  readonly signal: AbortSignal;
  /** Called when the reader is too slow. */
  onOverflow(): void;
}

/** On which the text of an entry depends. */
type DataForm = Pick<FeedOptions, 'redaction' | 'form'>;

type LiveJournal = Pick<Journal, 'inOrder' | 'find' | 'subscribeInOrder' | 'lastOrder'>;

/** Maximum number of bytes that wait for a reader. */
const MAX_WAITING = 1024 * 1024;

/** Milliseconds between comments, which show that the connection works. */
const COMMENT_INTERVAL = 15_000;

/** Readers of the live journal, as server-sent events. */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'after'>;
  /** The last event, which all readers get at the same time. */
  #latest: (DataForm & { readonly event: JournalEvent; readonly data: string }) | undefined;

  constructor(runtime: Pick<Runtime, 'after'>) {
    this.#runtime = runtime;
  }

  /** The events `request`, `done` and `dropped`. Ends when the signal is aborted. */
  async *read(
    journal: LiveJournal,
    { filter, redaction, form, scope, position, signal, onOverflow }: FeedOptions,
  ) {
    const reader = new FeedReader(filter, position ?? { last: journal.lastOrder, pending: [] });
    const readable: FeedJournal = {
      inOrder: (after) => journal.inOrder(after, scope),
      find: (id) => journal.find(id),
      get lastOrder() {
        return journal.lastOrder;
      },
      missed: (after, end) => end - after - journal.inOrder(after, 'all').length,
    };
    const dataOf = (entry: JournalEntry) => JSON.stringify(toForm(form, redaction.entry(entry)));
    yield ': connected\n\n';
    for (const text of reader.resume(readable, dataOf)) if (text !== '') yield text;
    // The reader has read everything, and nothing happens before the subscription.
    yield* this.#readLive(journal, { scope, signal, onOverflow }, (event) =>
      reader.receive(event, () => this.#dataOf(event, { redaction, form }, dataOf)),
    );
  }

  async *#readLive(
    journal: LiveJournal,
    { scope, signal, onOverflow }: Pick<FeedOptions, 'scope' | 'signal' | 'onOverflow'>,
    toText: (event: JournalEvent) => string,
  ) {
    const queue = new ChunkQueue();
    const unsubscribe = journal.subscribeInOrder((event) => {
      if (event.type !== 'body') queue.push(toText(event));
      if (queue.size > MAX_WAITING) onOverflow();
    }, scope);
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
    }
  }

  #dataOf(
    event: JournalEvent,
    { redaction, form }: DataForm,
    create: (entry: JournalEntry) => string,
  ): string {
    const latest = this.#latest;
    if (latest?.event === event && latest.redaction === redaction && latest.form === form) return latest.data;
    const data = create(event.entry);
    this.#latest = { event, redaction, form, data };
    return data;
  }
}
