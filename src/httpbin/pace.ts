import { delayResponse } from '../http/delay.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { ownChunk } from './own-chunk.ts';

/** Waits until it is time for so much of the whole. @returns whether somebody still waits for it. */
export type Pace = (reached: number) => Promise<boolean>;

export interface PaceOptions {
  readonly exchange: Exchange;
  readonly runtime: Runtime;
  /** How much there is of whatever is counted. */
  readonly whole: number;
  /** Milliseconds over which the whole is spread evenly; 0 waits for nothing. */
  readonly duration: number;
}

/** How much, and how many steps, go out at a stretch while others wait for their turn. */
const STRETCH = 256 * 1024;
const STEPS = 256;

/**
 * Spreads a stream over time. Where there is nothing to wait for it lets others have their turn now and then: a client
 * that takes everything at once would otherwise keep this process to itself, since such writes end at once.
 */
export function createPace({ exchange, runtime, whole, duration }: PaceOptions): Pace {
  const { gone } = exchange;
  const begun = runtime.now();
  let slept = 0;
  let stretchBegun = 0;
  let steps = 0;
  return async (reached) => {
    await ownChunk();
    if (duration > 0) {
      const due = begun + (reached / whole) * duration - runtime.now();
      // A clock that is put back meanwhile makes nobody wait longer than was asked for.
      const wait = Math.min(due, duration - slept);
      // Timers count whole milliseconds, so what is shorter waits for the next step.
      if (wait >= 1 || (wait > 0 && reached === whole)) {
        slept += wait;
        return delayResponse(exchange, runtime, wait);
      }
    }
    if (++steps >= STEPS || reached - stretchBegun >= STRETCH) {
      stretchBegun = reached;
      steps = 0;
      await runtime.nextIteration();
    }
    return !gone.aborted;
  };
}
