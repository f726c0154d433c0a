import type { Runtime } from '../../runtime.ts';
import type { RecordedExchange } from '../recording/record.ts';
import type { Redaction } from '../views/redaction.ts';
import { compileMatch, type EntryMatch } from './exchange-match.ts';
import { createMatchReport, describeReport, type MatchReport, toDuration } from './near-miss.ts';
import { exchangesAfter, type WaitOptions, type WatchedJournal, waitForExchanges } from './wait.ts';

/** How many requests are expected. */
export interface ExpectedCount {
  readonly min: number;
  readonly max: number;
}

export interface Verification {
  /** The requests that match, oldest first. */
  readonly matched: readonly RecordedExchange[];
  /** The match that failed, or undefined. */
  readonly failed?: { readonly report: MatchReport; readonly text: string };
}

export interface VerificationOptions {
  readonly redaction: Redaction;
  readonly runtime: Pick<Runtime, 'machineNow'>;
}

/** Counts the requests that match. */
export function verifyCount(
  match: EntryMatch,
  count: ExpectedCount,
  exchanges: readonly RecordedExchange[],
  options: VerificationOptions,
): Verification {
  const matched = exchanges.filter(compileMatch(match));
  if (matched.length >= count.min && matched.length <= count.max) return { matched };
  return { matched, failed: explain(match, exchanges, 'Expected', describeCount(count), options) };
}

/** Waits for requests that match. */
export async function verifyWait(
  journal: WatchedJournal,
  wait: WaitOptions,
  redaction: Redaction,
  runtime: Pick<Runtime, 'timeout' | 'machineNow' | 'monotonic'>,
): Promise<Verification> {
  const start = runtime.monotonic();
  const { found: matched, isComplete } = await waitForExchanges(journal, wait, runtime);
  if (isComplete) return { matched };
  const { match, count, after, until, signal, milliseconds } = wait;
  const candidates = exchangesAfter(journal, after);
  // Some of those that were found may have left the journal.
  const report = { ...createMatchReport(match, candidates, redaction, until), matched: matched.length };
  const time = signal?.aborted ? Math.round(runtime.monotonic() - start) : milliseconds;
  const introduction = `Waited ${toDuration(time)} for`;
  return {
    matched,
    failed: { report, text: describeReport(report, introduction, String(count), runtime.machineNow()) },
  };
}

function explain(
  match: EntryMatch,
  exchanges: readonly RecordedExchange[],
  introduction: string,
  expected: string,
  { redaction, runtime }: VerificationOptions,
) {
  const report = createMatchReport(match, exchanges, redaction);
  return { report, text: describeReport(report, introduction, expected, runtime.machineNow()) };
}

export function describeCount({ min, max }: ExpectedCount): string {
  if (min === max) return String(min);
  if (max === Infinity) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
