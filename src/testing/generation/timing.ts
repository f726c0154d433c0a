import { Type } from 'typebox';
import { invalidInput } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { parseDuration } from '#http/syntax/duration.ts';
import type { Field } from '#http/syntax/fields.ts';
import type { Runtime } from '#runtime.ts';
import { createThrottle } from '../responses/content/throttle.ts';

/** Query parameters of a stream of events, with the names of go-httpbin. */
export const intervalQuery = {
  duration: Type.Optional(
    Type.String({
      description: 'Time from the first to the last item: seconds, or a duration such as `250ms`.',
    }),
  ),
  delay: Type.String({ description: 'Time before the first item: seconds, or a duration.', default: '0' }),
  jitter: Type.Number({
    description: 'Random variation of each interval, as a fraction from 0 to 1.',
    default: 0,
    minimum: 0,
    maximum: 1,
  }),
};

export interface IntervalTimes {
  /** Milliseconds from the first to the last item. */
  readonly duration: number;
  /** Milliseconds before the first item. */
  readonly delay: number;
}

/**
 * @param fallback the default duration.
 * @throws HttpError 400 when delay and duration exceed `maxDuration`.
 */
export function parseIntervalTimes(
  query: { readonly duration?: string; readonly delay: string },
  fallback: number,
  maxDuration: number,
): IntervalTimes {
  const delay = parseDurationParameter('delay', query.delay);
  const duration =
    query.duration === undefined
      ? Math.max(0, Math.min(fallback, maxDuration - delay))
      : parseDurationParameter('duration', query.duration);
  if (delay + duration > maxDuration) {
    const message = `must, with the delay, be at most ${maxDuration / 1000} seconds`;
    throw invalidInput([{ in: 'query', name: 'duration', keyword: 'maximum', message }]);
  }
  return { duration, delay };
}

export interface IntervalOptions {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  readonly count: number;
  readonly duration: number;
  readonly jitter: number;
}

/** Generates numbers from 0 at intervals. Ends early when the client disconnects. */
export async function* intervals({
  exchange,
  runtime,
  count,
  duration,
  jitter,
}: IntervalOptions): AsyncGenerator<number> {
  const pause = duration / Math.max(1, count - 1);
  const throttle = createThrottle({ exchange, runtime, total: duration, duration });
  let due = 0;
  for (let index = 0; index < count; index++) {
    if (!(await throttle(due))) return;
    yield index;
    const share = jitter === 0 ? 1 : 1 + jitter * (2 * runtime.fraction() - 1);
    due = Math.min(due + pause * share, duration);
  }
}

/**
 * Milliseconds of a query parameter: a number of seconds such as `1.5`, or a duration such as `1m30s` or `250ms`.
 * Compat: the units and the optional plus sign are those of go-httpbin.
 * @throws HttpError 400 when the text is neither, or is negative.
 */
export function parseDurationParameter(name: string, text: string): number {
  const trimmed = text.trim();
  const milliseconds = parseDuration(trimmed.startsWith('+') ? trimmed.slice(1) : trimmed, UNITS);
  if (milliseconds !== undefined) return milliseconds;
  const message = 'must be a number of seconds, or a duration such as 250ms';
  throw invalidInput([{ in: 'query', name, keyword: 'type', message }]);
}

const UNITS = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A `Server-Timing` header with durations in milliseconds (W3C Server Timing §2). */
export function serverTiming(durations: Readonly<Record<string, number>>): Field {
  const metrics = Object.entries(durations).map(
    ([name, milliseconds]) => `${name};dur=${Number(milliseconds.toFixed(3))}`,
  );
  return ['Server-Timing', metrics.join(', ')];
}
