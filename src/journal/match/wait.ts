import type { Runtime } from '../../runtime.ts';
import type { JournalEvent } from '../recording/journal.ts';
import type { JournalEntry, JournalView, RecordedExchange } from '../recording/record.ts';
import { compileMatch, type ExchangeMatch } from './exchange-match.ts';

/** The part of an exchange after which it counts. */
export type Until = 'head' | 'body' | 'done';

/** The members of the journal for a wait. */
export interface WatchedJournal extends JournalView {
  subscribe(listener: (event: JournalEvent) => void): () => void;
}

export interface WaitOptions {
  readonly match: ExchangeMatch;
  readonly count: number;
  /** Maximum real time to wait. */
  readonly milliseconds: number;
  /** Only entries with a greater id. */
  readonly after: number;
  readonly until: Until;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
}

export interface WaitResult {
  /** The matching exchanges in the order of their ids, at most as many as were asked for. */
  readonly found: readonly RecordedExchange[];
  /** Whether there are as many as were asked for. */
  readonly isComplete: boolean;
}

/** Waits for matching exchanges. Those that arrived before the call count, too. */
export async function waitForExchanges(
  journal: WatchedJournal,
  { match, count, milliseconds, after, until, signal }: WaitOptions,
  runtime: Pick<Runtime, 'timeout'>,
): Promise<WaitResult> {
  const matches = compileMatch(match);
  const found = new Map<number, RecordedExchange>();
  const consider = (entry: JournalEntry): boolean => {
    if (isReady(entry, until) && entry.id > after && matches(entry)) found.set(entry.id, entry);
    return found.size >= count;
  };
  // The oldest ones count first, so that a repeated call has the same result.
  journal.entries().some(consider);
  if (found.size < count && milliseconds > 0 && !signal?.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unsubscribe = journal.subscribe(({ entry }) => {
      if (consider(entry)) resolve();
    });
    const cancel = runtime.timeout(milliseconds, resolve);
    const end = () => resolve();
    signal?.addEventListener('abort', end);
    await promise;
    signal?.removeEventListener('abort', end);
    cancel();
    unsubscribe();
  }
  const inOrder = [...found.values()].sort((one, other) => one.id - other.id).slice(0, count);
  return { found: inOrder.map((exchange) => latest(journal, exchange)), isComplete: found.size >= count };
}

export function isReady(entry: JournalEntry, until: Until): entry is RecordedExchange {
  if (entry.kind !== 'exchange') return false;
  if (entry.ended !== null || until === 'head') return true;
  return until === 'body' && entry.ms.body !== null;
}

/** The exchanges with a greater id, oldest first. */
export function exchangesAfter(journal: Pick<JournalView, 'entries'>, id: number): RecordedExchange[] {
  return journal
    .entries()
    .filter((entry) => entry.kind === 'exchange')
    .filter((exchange) => exchange.id > id);
}

/** The present state of an exchange that the journal still has. */
function latest(journal: JournalView, exchange: RecordedExchange): RecordedExchange {
  const entry = journal.find(exchange.id);
  return entry?.kind === 'exchange' ? entry : exchange;
}
