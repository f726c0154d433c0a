import type { WireRuntime } from './options.ts';

/** What a clock calls. */
export interface Ticking {
  /** Position in the list of the clock; -1 outside of it. */
  clockIndex: number;
  /** @param now monotonic, in milliseconds */
  tick(now: number): void;
}

/**
 * Calls all connections of a port again and again. No connection has timers of its own: their deadlines are numbers, which are as
 * exact as the interval. It runs while it has connections, and keeps no process alive.
 */
export class Clock {
  readonly #runtime: WireRuntime;
  readonly #interval: number;
  /** Not a set: a list of 10,000 takes a fourth of the time. */
  readonly #list: Ticking[] = [];
  #cancel: (() => void) | undefined;

  /** @param interval milliseconds */
  constructor(runtime: WireRuntime, interval: number) {
    this.#runtime = runtime;
    this.#interval = interval;
  }

  add(ticking: Ticking): void {
    ticking.clockIndex = this.#list.push(ticking) - 1;
    if (this.#cancel === undefined) this.#schedule();
  }

  remove(ticking: Ticking): void {
    const last = this.#list.at(-1);
    const { clockIndex } = ticking;
    if (clockIndex < 0 || last === undefined) return;
    this.#list[clockIndex] = last;
    last.clockIndex = clockIndex;
    this.#list.pop();
    ticking.clockIndex = -1;
  }

  #schedule(): void {
    this.#cancel = this.#runtime.after(this.#interval, () => {
      this.#cancel = undefined;
      const now = this.#runtime.monotonic();
      // From the end, because a tick can remove its entry, whose place the last one takes.
      for (let index = this.#list.length - 1; index >= 0; index--) this.#list[index]?.tick(now);
      if (this.#list.length > 0) this.#schedule();
    });
  }
}
