import type { RecordedExchange } from '../recording/record.ts';
import type { Redaction } from '../views/redaction.ts';
import { compileMatch, type ExchangeMatch } from './exchange-match.ts';
import { createMatchReport, describeReport, type MatchReport } from './near-miss.ts';

/** How many requests are expected. */
export interface ExpectedCount {
  readonly min: number;
  readonly max: number;
}

export interface Verification {
  /** The requests that match, oldest first; in a sequence, one for each match. */
  readonly matched: readonly RecordedExchange[];
  /** The match that failed, or undefined. */
  readonly failed?: { readonly report: MatchReport; readonly text: string };
}

export interface VerificationOptions {
  readonly redaction: Redaction;
  /** The time of the machine, in milliseconds since the epoch. */
  readonly now: number;
}

/** Counts the requests that match. */
export function verifyCount(
  match: ExchangeMatch,
  count: ExpectedCount,
  exchanges: readonly RecordedExchange[],
  options: VerificationOptions,
): Verification {
  const matched = exchanges.filter(compileMatch(match));
  if (matched.length >= count.min && matched.length <= count.max) return { matched };
  return { matched, failed: explain(match, exchanges, 'Expected', describeCount(count), options) };
}

/** Searches for requests that match one after the other. Others may be between them. */
export function verifyOrder(
  sequence: readonly ExchangeMatch[],
  exchanges: readonly RecordedExchange[],
  options: VerificationOptions,
): Verification {
  const matched: RecordedExchange[] = [];
  let rest = exchanges;
  for (const match of sequence) {
    const found = rest.findIndex(compileMatch(match));
    const exchange = rest[found];
    if (exchange === undefined) {
      const last = matched.at(-1);
      const introduction = last ? `Expected after #${last.id}` : 'Expected';
      return { matched, failed: explain(match, rest, introduction, '1', options) };
    }
    matched.push(exchange);
    rest = rest.slice(found + 1);
  }
  return { matched };
}

function explain(
  match: ExchangeMatch,
  exchanges: readonly RecordedExchange[],
  introduction: string,
  expected: string,
  { redaction, now }: VerificationOptions,
) {
  const report = createMatchReport(match, exchanges, redaction);
  return { report, text: describeReport(report, introduction, expected, now) };
}

function describeCount({ min, max }: ExpectedCount): string {
  if (min === max) return String(min);
  if (max === Infinity) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
