import type { Runtime } from '#runtime.ts';
import type { RecordedExchange } from '../recording/record.ts';
import type { Redaction } from '../views/redaction.ts';
import { compileMatch, type EntryMatch } from './exchange-match.ts';
import { createMatchReport, describeReport, formatRoughDuration, type MatchReport } from './near-miss.ts';
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

/** Searches for requests that match one after the other. Others may be between them. */
export function verifySequence(
  sequence: readonly EntryMatch[],
  exchanges: readonly RecordedExchange[],
  options: VerificationOptions,
): Verification {
  const tests = sequence.map(compileMatch);
  const matched: RecordedExchange[] = [];
  for (const exchange of exchanges) if (tests[matched.length]?.(exchange)) matched.push(exchange);
  const match = sequence[matched.length];
  if (match === undefined) return { matched };
  const last = matched.at(-1)?.id ?? 0;
  const others = exchanges.filter(({ id }) => id > last);
  return { matched, failed: explain(match, others, introduceAfter(last), '1', options) };
}

/** @param last the id of the request before; 0 without one. */
function introduceAfter(last: number): string {
  return last === 0 ? 'Expected' : `Expected after #${last}`;
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
  const introduction = `Waited ${formatRoughDuration(time)} for`;
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
