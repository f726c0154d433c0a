import type { Runtime } from '#runtime.ts';
import type {
  JournalEntry,
  JournalEvent,
  JournalView,
  RecordedExchange,
  RequestLine,
} from '../recording/record.ts';
import { compileLine, compileMatch, type EntryMatch } from './exchange-match.ts';

/** The part of an exchange after which it counts. */
export type Until = 'head' | 'body' | 'done';

/** The members of the journal for a wait. */
export interface WatchedJournal extends JournalView {
  candidates(after: number, mayMatch: (line: RequestLine) => boolean): Iterable<JournalEntry>;
  subscribe(listener: (event: JournalEvent) => void): () => void;
}

export interface WaitOptions {
  readonly match: EntryMatch;
  readonly count: number;
  /** Maximum real time to wait. */
  readonly milliseconds: number;
  /** Only entries with a greater id. */
  readonly after: number;
  readonly until: Until;
  /** The ids that other waits have found, which this one does not find, and to which it adds its own. */
  readonly claimed?: Set<number>;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
  /** Called when there are enough, before the oldest are chosen. */
  readonly settle?: () => Promise<void>;
}

export interface WaitResult {
  /** The matching exchanges in the order of their ids, at most as many as were asked for. */
  readonly found: readonly RecordedExchange[];
  /** Whether there are as many as were asked for. */
  readonly isComplete: boolean;
}

type WatchOptions = Pick<WaitOptions, 'match' | 'count' | 'after' | 'until' | 'claimed'>;

/** The matching exchanges, those that arrived before included, until there are as many as were asked for. */
class MatchWatch {
  readonly found = new Map<number, RecordedExchange>();
  readonly #options: WatchOptions;
  readonly #matches: (exchange: RecordedExchange) => boolean;
  #unsubscribe = () => {};

  /** @param onFound called for each exchange that is found after the start */
  constructor(journal: WatchedJournal, options: WatchOptions, onFound: () => void) {
    this.#options = options;
    this.#matches = compileMatch(options.match);
    // The oldest ones count first, so that a repeated call has the same result.
    for (const entry of journal.candidates(options.after, compileLine(options.match))) {
      this.#consider(entry);
      if (this.isComplete) return;
    }
    this.#unsubscribe = journal.subscribe(({ entry }) => {
      if (this.#consider(entry)) onFound();
    });
  }

  get isComplete(): boolean {
    return this.found.size >= this.#options.count;
  }

  end(): void {
    this.#unsubscribe();
  }

  #consider(entry: JournalEntry): boolean {
    const { until, after, claimed } = this.#options;
    if (!isReady(entry, until) || entry.id <= after || !this.#matches(entry)) return false;
    if (claimed && !this.found.has(entry.id)) {
      if (claimed.has(entry.id) || this.isComplete) return false;
      claimed.add(entry.id);
    }
    this.found.set(entry.id, entry);
    return true;
  }
}

/** Waits for matching exchanges. Those that arrived before the call count, too. */
export async function waitForExchanges(
  journal: WatchedJournal,
  { milliseconds, signal, settle, ...options }: WaitOptions,
  runtime: Pick<Runtime, 'timeout'>,
): Promise<WaitResult> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = new MatchWatch(journal, options, () => {
    if (watch.isComplete) resolve();
  });
  try {
    if (!watch.isComplete && milliseconds > 0 && !signal?.aborted) {
      const cancel = runtime.timeout(milliseconds, resolve);
      const end = () => resolve();
      signal?.addEventListener('abort', end);
      await promise;
      signal?.removeEventListener('abort', end);
      cancel();
      if (watch.isComplete) await settle?.();
    }
  } finally {
    watch.end();
  }
  const inOrder = [...watch.found.values()].sort((one, other) => one.id - other.id).slice(0, options.count);
  return { found: inOrder.map((exchange) => latest(journal, exchange)), isComplete: watch.isComplete };
}

export function isReady(entry: JournalEntry, until: Until): entry is RecordedExchange {
  if (entry.kind !== 'exchange') return false;
  if (entry.ended !== null || until === 'head') return true;
  return until === 'body' && entry.ms.body !== null;
}

/** The exchanges with a greater id, oldest first. */
export function exchangesAfter(journal: Pick<JournalView, 'entries'>, id: number): RecordedExchange[] {
  return journal.entries(id).filter((entry) => entry.kind === 'exchange');
}

/** The present state of an exchange that the journal still has. */
function latest(journal: JournalView, exchange: RecordedExchange): RecordedExchange {
  const entry = journal.find(exchange.id);
  return entry?.kind === 'exchange' ? entry : exchange;
}
