import type { Runtime } from '#runtime.ts';
import type { Filter } from '../match/entry-match.ts';
import type { FilterParameters } from '../match/filter.ts';
import type { FeedPosition } from '../recording/feed-position.ts';
import type { EntryScope, Journal, JournalEvent } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { type EntryForm, toForm } from '../views/entry-forms.ts';
import type { Redaction } from '../views/redaction.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { type FeedJournal, FeedReader } from './feed-reader.ts';
import type { MergedSource } from './merged-source.ts';
import { type ChangedEntry, readChanges } from './read-changes.ts';

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

type LiveJournal = Pick<Journal, 'each' | 'find' | 'subscribe' | 'lastId' | 'sizeAfter'>;

/** The journal of several workers. */
type WorkersJournal = Pick<MergedSource, 'now' | 'follow' | 'run'>;

/** Options of a feed of several workers. */
export interface WorkersFeedOptions extends Pick<FeedOptions, 'signal' | 'position' | 'form' | 'scope'> {
  readonly parameters: FilterParameters;
  readonly showsSecrets: boolean;
}

/** Maximum number of bytes that wait for a reader. */
const MAX_WAITING = 1024 * 1024;

/** Milliseconds between comments, which show that the connection works. */
const COMMENT_INTERVAL = 15_000;

/** Milliseconds between reads of several workers. */
const FOLLOW_INTERVAL_MS = 20;

/** Readers of the live journal, as server-sent events. */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'after' | 'timeout' | 'wait'>;
  /** The last event, which all readers get at the same time. */
  #latest: (DataForm & { readonly event: JournalEvent; readonly data: string }) | undefined;

  constructor(runtime: Pick<Runtime, 'after' | 'timeout' | 'wait'>) {
    this.#runtime = runtime;
  }

  /** The events `request`, `done` and `dropped`. Ends when the signal is aborted. */
  async *read(
    journal: LiveJournal,
    { filter, redaction, form, scope, position, signal, onOverflow }: FeedOptions,
  ) {
    const reader = new FeedReader(filter, isDone, position ?? { last: journal.lastId, pending: [] });
    const readable: FeedJournal<JournalEntry> = {
      entries: (after) => [...journal.each(after, scope)],
      find: (id) => journal.find(id),
      get lastId() {
        return journal.lastId;
      },
      missed: (after, end) => end - after - journal.sizeAfter(after),
    };
    const dataOf = (entry: JournalEntry) => JSON.stringify(toForm(form, redaction.entry(entry)));
    yield ': connected\n\n';
    for (const text of reader.resume(readable, dataOf)) if (text !== '') yield text;
    // The reader has read everything, and nothing happens before the subscription.
    yield* this.#readLive(journal, { scope, signal, onOverflow }, (event) =>
      reader.receive(event.type, event.entry, () => this.#dataOf(event, { redaction, form }, dataOf)),
    );
  }

  /** Reads the events of several workers. The events of one interval come together, and `lost` names a worker that has ended. */
  async *readWorkers(source: WorkersJournal, options: WorkersFeedOptions): AsyncGenerator<string> {
    const { signal, parameters, showsSecrets, form, scope, position } = options;
    const reader = new FeedReader<ChangedEntry>(
      ({ isShown }) => isShown,
      (entry) => entry.isDone,
      position ?? { last: source.now(), pending: [] },
    );
    const begun = source.now();
    const named = new Set<number>();
    let hasChanged = true;
    let wake = () => {};
    const change = () => {
      hasChanged = true;
      wake();
    };
    signal.addEventListener('abort', change);
    let unfollow = () => {};
    try {
      yield ': connected\n\n';
      unfollow = await source.follow(change);
      while (!signal.aborted) {
        if (hasChanged) {
          hasChanged = false;
          const { last: after, pending } = reader.position;
          const { value, cut, lost } = await source.run(readChanges, {
            parameters,
            showsSecrets,
            form,
            scope,
            after,
            pending,
          });
          const found = new Map(value.entries.map((entry) => [entry.id, entry]));
          const { missed, isMinimum } = value;
          const journal: FeedJournal<ChangedEntry> = {
            entries: () => value.entries,
            find: (id) => found.get(id),
            lastId: cut,
            missed: () => missed,
            isMinimum,
          };
          for (const text of reader.resume(journal, ({ data }) => data)) if (text !== '') yield text;
          for (const worker of lost) {
            if (worker.to < begun || named.has(worker.to)) continue;
            named.add(worker.to);
            yield `event: lost\ndata: ${JSON.stringify(worker)}\n\n`;
          }
          await this.#runtime.wait(FOLLOW_INTERVAL_MS);
          continue;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const cancel = this.#runtime.timeout(COMMENT_INTERVAL, resolve);
        await promise;
        cancel();
        if (!hasChanged) yield ': \n\n';
      }
    } finally {
      unfollow();
    }
  }

  async *#readLive(
    journal: LiveJournal,
    { scope, signal, onOverflow }: Pick<FeedOptions, 'scope' | 'signal' | 'onOverflow'>,
    toText: (event: JournalEvent) => string,
  ) {
    const queue = new ChunkQueue();
    const unsubscribe = journal.subscribe((event) => {
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

function isDone(entry: JournalEntry): boolean {
  return entry.kind !== 'exchange' || entry.ended !== null;
}
