import { clip, type Difference } from '../matching/condition.ts';
import { describeMatch } from '../matching/describe-match.ts';
import { describeText } from '../matching/text-condition.ts';
import type { RecordedExchange } from '../recording/record.ts';
import { RecordedView } from '../views/recorded-view.ts';
import type { Redaction } from '../views/redaction.ts';
import { pathOf } from '../views/request-url.ts';
import { entryTests } from './entry-conditions.ts';
import { compileExchangeMatch, compileMatch, type EntryMatch } from './exchange-match.ts';
import { isReady, type Until } from './wait.ts';

/** What a report shows of a request, with masked credentials unless they are to be shown. */
export interface ReportedRequest {
  readonly id: number;
  readonly bin: string | null;
  readonly method: string;
  readonly target: string;
  /** Without the prefix of a bin. */
  readonly path: string;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A request that does not match, and why. */
export interface NearMiss {
  readonly request: ReportedRequest;
  /** From 0 to 1, for a request that matches in all parts. */
  readonly score: number;
  readonly differences: readonly Difference[];
}

/** The result of a search for matching requests. */
export interface MatchReport {
  readonly match: EntryMatch;
  /** Number of requests that match and are complete. */
  readonly matched: number;
  /** The requests that match, but are incomplete, oldest first. */
  readonly incomplete: readonly ReportedRequest[];
  /** Number of requests in the bin that the match names, or in all bins. */
  readonly arrived: number;
  /** If the match names a bin: number of requests in other bins, which are not compared. */
  readonly ofOtherBins: number;
  /** The most similar requests, best first. */
  readonly nearest: readonly NearMiss[];
  /** Whether the bin has no requests, and the nearest ones are without a bin, or of other bins. */
  readonly areOfOtherBins: boolean;
}

/** Number of near misses in a report. */
const MAX_NEAREST = 3;

/**
 * Explains which of the requests match, and why the most similar others do not. The nearest ones are of the bin if it has requests.
 * @param until the part of an exchange after which it is complete.
 */
export function createMatchReport(
  match: EntryMatch,
  exchanges: readonly RecordedExchange[],
  redaction: Redaction,
  until: Until = 'head',
): MatchReport {
  const { test, score, explain } = compileExchangeMatch(match);
  const inBin = exchanges.filter(compileMatch(match.bin === undefined ? {} : { bin: match.bin }));
  // Requests of another test would only confuse.
  const isNamed = typeof match.bin === 'string';
  const withoutBin = isNamed ? exchanges.filter(({ bin }) => bin === null) : exchanges;
  const candidates = (inBin.length > 0 ? inBin : withoutBin).map((exchange) => new RecordedView(exchange));
  const others = candidates.filter((view) => !test(view));
  const incomplete = candidates.filter((view) => !isReady(view.exchange, until) && test(view));
  const nearest = sortBySimilarity(
    others.map((view) => ({ view, score: score(view), request: view.exchange })),
  ).map(({ view, score }) => {
    const exchange = redaction.exchange(view.exchange);
    const differences = explain(view, new RecordedView(exchange), redaction);
    return { request: toReported(exchange), score: Math.round(score * 1000) / 1000, differences };
  });
  return {
    match,
    matched: candidates.length - others.length - incomplete.length,
    incomplete: incomplete.map(({ exchange }) => toReported(redaction.exchange(exchange))),
    arrived: inBin.length,
    ofOtherBins: isNamed ? exchanges.length - inBin.length - withoutBin.length : 0,
    nearest,
    areOfOtherBins: inBin.length === 0 && nearest.length > 0,
  };
}

/** The later one of equal ones is more likely the one that the caller looks for. */
function sortBySimilarity<Miss extends { readonly score: number; readonly request: { readonly id: number } }>(
  misses: readonly Miss[],
): Miss[] {
  return misses
    .toSorted((one, other) => other.score - one.score || other.request.id - one.request.id)
    .slice(0, MAX_NEAREST);
}

function toReported(exchange: RecordedExchange): ReportedRequest {
  const { id, bin, startedAt, request } = exchange;
  return { id, bin, method: request.method, target: request.target, path: pathOf(exchange), startedAt };
}

/**
 * A report for people, one line for each part of the nearest request that differs.
 * @param now the time of the machine, in milliseconds since the epoch.
 */
export function describeReport(
  report: MatchReport,
  introduction: string,
  expected: string,
  now: number,
): string {
  const { match, matched, incomplete, nearest, areOfOtherBins } = report;
  const lines = nearest.flatMap(({ request: { id, method, path, startedAt }, differences }, index) => {
    const request = `${clip(method)} ${clip(path)}`;
    const texts = differences.map(({ part, text }) => `${part}: ${text}`);
    if (index > 0) return [`Next, #${id}: ${request}   ${texts[0]}`];
    const age = Math.max(0, Math.round(now - startedAt));
    return [
      `Nearest, #${id}, ${formatRoughDuration(age)} ago: ${request}`,
      ...texts.map((text) => `  ${text}`),
    ];
  });
  const inProgress = incomplete.slice(-MAX_LINES).map(({ id, method, target }) => {
    return `In progress, #${id}: ${clip(method)} ${clip(target)}`;
  });
  // `2 of 3 came` is a part of what is expected; `2 of 0` is none.
  const isPart = /^[1-9]/.test(expected);
  const count = isPart ? `${matched} of ${expected} came` : `${matched} came instead of ${expected}`;
  const came = `${count}${describeIncomplete(incomplete.length)}`;
  const isNamed = typeof match.bin === 'string';
  const origin = [
    areOfOtherBins ? ` The nearest ones are ${isNamed ? 'without a bin' : 'of other bins'}.` : '',
    report.arrived === 0 && report.ofOtherBins > 0 ? ` Other bins have ${report.ofOtherBins}.` : '',
  ].join('');
  return [
    `${introduction} ${describeMatch(match, describeOthers(match))}. ${came}; ${describeArrived(report)}.${origin}`,
    ...lines,
    ...inProgress,
  ].join('\n');
}

/** The conditions that are not for the request, in words. */
function describeOthers(match: EntryMatch): string[] {
  const status = match.status === undefined ? [] : [`status ${match.status}`];
  return [...status, ...entryTests(match).map(({ name }) => name)];
}

/** Maximum number of incomplete requests in a report for people. */
const MAX_LINES = 10;

function describeIncomplete(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', 1 is incomplete' : `, ${count} are incomplete`;
}

function describeArrived({ match: { bin }, arrived }: MatchReport): string {
  const count = arrived === 0 ? 'no request' : `${arrived} request${arrived === 1 ? '' : 's'}`;
  if (bin === undefined) return `${count} arrived`;
  return `${count} arrived ${typeof bin === 'object' && bin.absent ? 'without a bin' : `in bin ${describeText(bin, JSON.stringify)}`}`;
}

/** `12 ms` or `1.5 s`. */
export function formatRoughDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
