import { clip, type MatchPart, type PartDifference } from './match-part.ts';
import { partsOf } from './match-parts.ts';
import type { Match } from './match-schema.ts';
import type { RecordedExchange } from './record.ts';
import type { Redaction } from './redaction.ts';
import { pathOf } from './request-url.ts';
import { describeTextMatch } from './text-match.ts';
import { isReady, type Until } from './wait.ts';

/** A request that does not match, and why. */
export interface NearMiss {
  readonly exchange: RecordedExchange;
  /** From 0 to 1, for a request that matches in all parts. */
  readonly score: number;
  readonly differences: readonly PartDifference[];
}

/** The result of a search for matching requests. */
export interface MatchReport {
  readonly match: Match;
  /** Number of requests that match and are complete. */
  readonly matched: number;
  /** The requests that match, but are incomplete, oldest first. */
  readonly incomplete: readonly RecordedExchange[];
  /** Number of requests in the bin that the match names, or in all bins. */
  readonly arrived: number;
  /** The most similar requests, best first. */
  readonly nearest: readonly NearMiss[];
  /** Whether the bin has no requests, and the nearest ones are of other bins. */
  readonly areOfOtherBins: boolean;
}

/** Number of near misses in a report. */
const MAX_NEAREST = 3;

/**
 * Explains which of the requests match, and why the most similar others do not.
 * @param until the part of an exchange after which it is complete.
 */
export function createMatchReport(
  match: Match,
  exchanges: readonly RecordedExchange[],
  redaction: Redaction,
  until: Until = 'head',
): MatchReport {
  const parts = partsOf(match);
  const isInBin = (exchange: RecordedExchange) =>
    parts.every((part) => part.name !== 'bin' || part.matches(exchange));
  const inBin = exchanges.filter(isInBin);
  const candidates = inBin.length > 0 ? inBin : exchanges;
  const isMatch = (exchange: RecordedExchange) => parts.every((part) => part.matches(exchange));
  const others = candidates.filter((exchange) => !isMatch(exchange));
  const incomplete = candidates.filter((exchange) => !isReady(exchange, until) && isMatch(exchange));
  const nearest = others
    .map((exchange) => ({ exchange, score: scoreOf(parts, exchange) }))
    // The later one of equal ones is more likely the one that the caller looks for.
    .sort((one, other) => other.score - one.score || other.exchange.id - one.exchange.id)
    .slice(0, MAX_NEAREST)
    .map(({ exchange, score }) => {
      const shown = redaction.exchange(exchange);
      const differences = parts.flatMap((part) => part.differences(exchange, shown, redaction));
      return { exchange: shown, score: Math.round(score * 1000) / 1000, differences };
    });
  return {
    match,
    matched: candidates.length - others.length - incomplete.length,
    incomplete: incomplete.map((exchange) => redaction.exchange(exchange)),
    arrived: inBin.length,
    nearest,
    areOfOtherBins: inBin.length === 0 && nearest.length > 0,
  };
}

function scoreOf(parts: readonly MatchPart[], exchange: RecordedExchange): number {
  const asked = parts.reduce((sum, { weight }) => sum + weight, 0);
  const similar = parts.reduce((sum, part) => sum + part.weight * part.similarity(exchange), 0);
  return asked === 0 ? 1 : similar / asked;
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
  const lines = nearest.flatMap(({ exchange, differences }, index) => {
    const { method } = exchange.request;
    const request = `${clip(method)} ${clip(pathOf(exchange))}`;
    const texts = differences.map(({ part, text }) => `${part}: ${text}`);
    if (index > 0) return [`Next, #${exchange.id}: ${request}   ${texts[0]}`];
    const age = Math.max(0, Math.round(now - exchange.startedAt));
    return [
      `Nearest, #${exchange.id}, ${toDuration(age)} ago: ${request}`,
      ...texts.map((text) => `  ${text}`),
    ];
  });
  const inProgress = incomplete.slice(-MAX_LINES).map(({ id, request: { method, target } }) => {
    return `In progress, #${id}: ${clip(method)} ${clip(target)}`;
  });
  const came = `${matched} of ${expected} came${describeIncomplete(incomplete.length)}`;
  const origin = areOfOtherBins ? ' The nearest ones are of other bins.' : '';
  return [
    `${introduction} ${describeMatch(match)}. ${came}; ${describeArrived(report)}.${origin}`,
    ...lines,
    ...inProgress,
  ].join('\n');
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
  return `${count} arrived ${typeof bin === 'object' && bin.absent ? 'without a bin' : `in bin ${describeTextMatch(bin, JSON.stringify)}`}`;
}

/** `POST /users with header Idempotency-Key` */
function describeMatch(match: Match): string {
  const { method, path, url, target } = match;
  const shown = [method ?? 'a request', path ?? url ?? target]
    .filter((text) => text !== undefined)
    .map((text) => (typeof text === 'object' && text.like ? clip(text.like) : describeTextMatch(text, clip)));
  const named = [
    ...Object.keys(match.query ?? {}).map((name) => `query ${name}`),
    ...Object.keys(match.headers ?? {}).map((name) => `header ${name}`),
    ...(match.protocol ? [`protocol ${match.protocol}`] : []),
    ...(match.connection ? [`a ${match.connection} connection`] : []),
    ...(match.status ? [`status ${match.status}`] : []),
  ].map(clip);
  return named.length === 0 ? shown.join(' ') : `${shown.join(' ')} with ${toList(named)}`;
}

function toList(names: readonly string[]): string {
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), 'others'] : names;
  return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MAX_NAMES = 10;

/** `12 ms` or `1.5 s`. */
export function toDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
