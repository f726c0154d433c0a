import type { AdapterRequest } from '../adapter/messages.ts';

/** How a client repeats a request that gets no response. */
export interface Patience {
  readonly attempts: number;
  /** The longest pause between two attempts, in milliseconds. */
  readonly pause: number;
}

/** The case that measures it. It runs before the cases whose deadline depends on it. */
export const PATIENCE_CASE = 'probe.retry';

/** That of a client that was not measured: urllib3 makes four attempts, each with the whole limit, and does not pause. */
const UNMEASURED: Patience = { attempts: 4, pause: 0 };

/** The attempts and pauses of the run that measures them, by the milliseconds at which its requests arrived. */
export function patienceOf(times: readonly number[]): Patience {
  const pauses = times.slice(1).map((ms, index) => ms - (times[index] ?? ms));
  return {
    attempts: Math.max(UNMEASURED.attempts, times.length),
    pause: Math.max(UNMEASURED.pause, ...pauses),
  };
}

/**
 * The milliseconds after which a client hangs: its own limit and its longest pause for each attempt, and one second. Retries
 * after `Retry-After` and uploads are within it.
 */
export function deadlineOf(
  { timeout }: Pick<AdapterRequest, 'timeout'>,
  { attempts, pause }: Patience,
): number {
  return attempts * (timeout * 1000 + pause) + 1000;
}
