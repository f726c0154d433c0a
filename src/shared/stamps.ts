import type { Runtime } from '#runtime.ts';

/**
 * Numbers in the order of time in all processes of a machine, without messages: microseconds of the monotonic clock that the
 * processes share, and a slot for each process. Whole numbers below 2^53 for 2.8 years.
 */
export interface Stamps {
  /** A number that no process has got, greater than all that this process has got. */
  next(): number;
  /** A number that is not less than any that a process has got. */
  now(): number;
}

/** Number of slots, so also the maximum number of workers. */
export const MAX_SLOTS = 100;

/**
 * @param origin the time of the number 0, in microseconds of the clock of the system.
 * @param slot from 0 to 99.
 */
export function createStamps(
  { systemMonotonic }: Pick<Runtime, 'systemMonotonic'>,
  origin: number,
  slot: number,
): Stamps {
  let last = slot;
  return {
    next() {
      last = Math.max(last + MAX_SLOTS, (systemMonotonic() - origin) * MAX_SLOTS + slot);
      return last;
    },
    now: () => Math.max(last, (systemMonotonic() - origin) * MAX_SLOTS + MAX_SLOTS - 1),
  };
}

/** The number of the worker that has got a number. */
export function workerOf(stamp: number): number {
  return (stamp % MAX_SLOTS) + 1;
}
