import { Type } from 'typebox';
import { invalidInput } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { toMilliseconds } from './go-duration.ts';
import { createPace } from './pace.ts';

/** Query parameters of whatever comes one after the other, under go-httpbin's names. */
export const tickQuery = {
  duration: Type.Optional(
    Type.String({ description: 'From the first to the last: seconds, or with a unit, such as `250ms`.' }),
  ),
  delay: Type.String({ description: 'Before the first: seconds, or with a unit.', default: '0' }),
  jitter: Type.Number({
    description: 'By how much of itself each pause may be shorter or longer, from 0 to 1.',
    default: 0,
    minimum: 0,
    maximum: 1,
  }),
};

export interface TickTimes {
  /** Milliseconds from the first to the last. */
  readonly duration: number;
  /** Milliseconds before the first. */
  readonly delay: number;
}

/**
 * @param usual the duration where none is given.
 * @throws HttpError 400 when both together are longer than an answer may be held back.
 */
export function readTickTimes(
  query: { readonly duration?: string; readonly delay: string },
  usual: number,
  maxDuration: number,
): TickTimes {
  const delay = toMilliseconds('delay', query.delay);
  const duration =
    query.duration === undefined
      ? Math.max(0, Math.min(usual, maxDuration - delay))
      : toMilliseconds('duration', query.duration);
  if (delay + duration > maxDuration) {
    const message = `must, with the delay, be at most ${maxDuration / 1000} seconds`;
    throw invalidInput([{ in: 'query', name: 'duration', keyword: 'maximum', message }]);
  }
  return { duration, delay };
}

export interface TickOptions {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  readonly count: number;
  readonly duration: number;
  readonly jitter: number;
}

/** Numbers from 0, each when its time has come. Ends early when nobody waits any more. */
export async function* ticks({
  exchange,
  runtime,
  count,
  duration,
  jitter,
}: TickOptions): AsyncGenerator<number> {
  const pause = duration / Math.max(1, count - 1);
  const pace = createPace({ exchange, runtime, whole: duration, duration });
  let due = 0;
  for (let index = 0; index < count; index++) {
    if (!(await pace(due))) return;
    yield index;
    const share = jitter === 0 ? 1 : 1 + jitter * (2 * runtime.fraction() - 1);
    due = Math.min(due + pause * share, duration);
  }
}
