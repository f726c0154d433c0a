import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';

/** Waits until `reached` units are due. Resolves with false when the client has disconnected. */
export type Throttle = (reached: number) => Promise<boolean>;

export interface ThrottleOptions {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  /** Number of units. */
  readonly total: number;
  /** Milliseconds over which the units are spread evenly; 0 disables throttling. */
  readonly duration: number;
}

/** The number of units, and of calls, after which the throttle yields to the event loop. */
const YIELD_BYTES = 256 * 1024;
const YIELD_CHUNKS = 256;

/**
 * Spreads a stream over time. Without a duration it yields to the event loop periodically, because writes to a fast
 * client complete synchronously and would block other requests.
 */
export function createThrottle({ exchange, runtime, total, duration }: ThrottleOptions): Throttle {
  const { signal } = exchange;
  const startedAt = runtime.now();
  let slept = 0;
  let yieldedAt = 0;
  let steps = 0;
  return async (reached) => {
    if (duration > 0) {
      const due = startedAt + (reached / total) * duration - runtime.now();
      // Setting the clock back does not extend the delay.
      const wait = Math.min(due, duration - slept);
      // Timers have a resolution of one millisecond; shorter delays are deferred to the next call.
      if (wait >= 1 || (wait > 0 && reached === total)) {
        slept += wait;
        return delayResponse(exchange, runtime, wait);
      }
    }
    if (++steps >= YIELD_CHUNKS || reached - yieldedAt >= YIELD_BYTES) {
      yieldedAt = reached;
      steps = 0;
      await runtime.nextIteration();
    }
    return !signal.aborted;
  };
}

export interface ThrottledBytesOptions {
  /** The total number of bytes. */
  readonly length: number;
  /** The size of every chunk except the last. */
  readonly size: number;
  /** Returns the next bytes. */
  next(length: number): Uint8Array;
  readonly throttle: Throttle;
}

/** Generates chunks for `exchange.stream` at the rate of the throttle. Ends early when the client disconnects. */
export async function* throttledChunks({
  length,
  size,
  next,
  throttle,
}: ThrottledBytesOptions): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < length; ) {
    const step = Math.min(size, length - sent);
    sent += step;
    if (!(await throttle(sent))) return;
    yield next(step);
  }
}
