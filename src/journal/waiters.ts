import type { Runtime } from '../runtime.ts';
import type { Journal } from './journal.ts';
import { compileMatch } from './match.ts';
import type { Match } from './match-schema.ts';
import type { JournalEntry, RecordedExchange } from './record.ts';

export interface WaitOptions {
  /** A match that `checkMatch` has accepted. */
  readonly match: Match;
  /** Number of requests to wait for. */
  readonly count: number;
  /** Only requests with a greater id count; earlier ones than the call count, too. */
  readonly after: number;
  /** Maximum time, in milliseconds of real time. */
  readonly within: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** The requests that came in time, oldest first. Fewer than `count` after the end of the time. */
export type WaitResult = readonly RecordedExchange[];

/** The part of the journal that waiting needs. */
export type WaitedJournal = Pick<Journal, 'entries' | 'find' | 'subscribe'>;

/** Callers that wait for requests. */
export class Waiters {
  readonly #runtime: Pick<Runtime, 'after'>;
  readonly #maximum: number;
  #count = 0;

  constructor(runtime: Pick<Runtime, 'after'>, maximum: number) {
    this.#runtime = runtime;
    this.#maximum = maximum;
  }

  get isFull(): boolean {
    return this.#count >= this.#maximum;
  }

  /** Resolves when enough requests have come, or the time is over. Rejects with the reason of the signal. */
  async wait(
    journal: WaitedJournal,
    { match, count, after, within, signal }: WaitOptions,
  ): Promise<WaitResult> {
    const matches = compileMatch(match);
    const found = new Map<number, RecordedExchange>();
    const add = (entry: JournalEntry) => {
      if (entry.id > after && !found.has(entry.id) && isReceived(entry) && matches(entry))
        found.set(entry.id, entry);
      return found.size >= count;
    };
    const isComplete = journal.entries().map(add).includes(true);
    if (!isComplete) await this.#untilComplete(journal, add, within, signal);
    // The latest state of the requests that the journal still has.
    return [...found.values()]
      .map((exchange) => {
        const latest = journal.find(exchange.id);
        return latest?.kind === 'exchange' ? latest : exchange;
      })
      .sort((one, other) => one.id - other.id);
  }

  async #untilComplete(
    journal: WaitedJournal,
    add: (entry: JournalEntry) => boolean,
    within: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => reject(signal?.reason);
    const unsubscribe = journal.subscribe(({ entry }) => {
      if (add(entry)) resolve();
    });
    const cancel = this.#runtime.after(within, resolve);
    signal?.addEventListener('abort', abort);
    this.#count++;
    try {
      await promise;
    } finally {
      this.#count--;
      cancel();
      unsubscribe();
      signal?.removeEventListener('abort', abort);
    }
  }
}

/** Whether the body of a request is complete, or does not follow. */
function isReceived(entry: JournalEntry): entry is RecordedExchange {
  return entry.kind === 'exchange' && (entry.ms.body !== null || entry.ended !== null);
}
