import type { Runtime } from '#runtime.ts';

/** Number of processes that can give ids at the same time. */
const SLOTS = 128;

/** Microseconds. */
const TICK = 10;

/**
 * Numbers in the order of time in all processes of a machine: ticks of 10 microseconds since a time, and the slot of the process.
 * They are whole numbers below 2^53 for 22 years.
 */
export class ArrivalIds {
  readonly #runtime: Pick<Runtime, 'systemMonotonic'>;
  #zero: number;
  #slot: number;
  #last = 0;

  /**
   * @param zero the time of the tick 0, in microseconds of the clock of the system
   * @param slot from 0 to 127, which no other process has
   */
  constructor(runtime: Pick<Runtime, 'systemMonotonic'>, zero: number, slot: number) {
    this.#runtime = runtime;
    this.#zero = zero;
    this.#slot = slot;
  }

  /** A number that no process has got, greater than all that this process has got. */
  next(): number {
    const next = this.#tick() * SLOTS + this.#slot;
    this.#last = next > this.#last ? next : (Math.floor(this.#last / SLOTS) + 1) * SLOTS + this.#slot;
    return this.#last;
  }

  /** A number that is not less than any that a process of this machine has got. */
  now(): number {
    return Math.max(this.#last, this.#tick() * SLOTS + SLOTS - 1);
  }

  /** Sets the clock forward if an id of another process is ahead of it, so that later ids are greater. */
  exceed(id: number): void {
    const ahead = Math.floor(id / SLOTS) - this.#tick();
    if (ahead > 0) this.#zero -= ahead * TICK;
  }

  /** Milliseconds since a number was got. */
  ageOf(id: number): number {
    return ((this.#tick() - Math.floor(id / SLOTS)) * TICK) / 1000;
  }

  /** Continues with another slot. */
  replaceSlot(slot: number): void {
    this.#slot = slot;
  }

  #tick(): number {
    return Math.floor((this.#runtime.systemMonotonic() - this.#zero) / TICK);
  }
}

/**
 * The time of the tick 0.
 * @param elapsed microseconds since then, by a clock that can have been set
 * @param lastId an id that all later ones must exceed
 */
export function findZero(monotonic: number, elapsed: number, lastId: number): number {
  const least = (Math.floor(lastId / SLOTS) + 1) * TICK;
  return monotonic - Math.max(Math.round(elapsed), least);
}
