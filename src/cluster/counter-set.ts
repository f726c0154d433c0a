import { BoundedMap } from '../http/syntax/bounded-map.ts';
import type { Addition, Count } from './shared-state.ts';

/** Counters in the memory of one process. */
export class CounterSet {
  readonly #counters: BoundedMap<string, Counter>;

  constructor(capacity: number) {
    this.#counters = new BoundedMap({ capacity });
  }

  add(key: string, { by, limit, interval }: Addition): Count {
    const counter = this.#current(key, interval);
    const isAdded = limit === undefined || counter.value + by <= limit;
    if (isAdded) counter.value += by;
    return { isAdded, value: counter.value, endsAt: counter.endsAt };
  }

  subtract(key: string, endsAt: number): void {
    const counter = this.#counters.get(key);
    if (counter && counter.endsAt === endsAt && counter.value > 0) counter.value--;
  }

  read(keys: readonly string[]): number[] {
    return keys.map((key) => this.#counters.get(key)?.value ?? 0);
  }

  delete(keys: readonly string[]): void {
    for (const key of keys) this.#counters.delete(key);
  }

  clear(): void {
    this.#counters.clear();
  }

  #current(key: string, interval: Addition['interval']): Counter {
    const known = this.#counters.get(key);
    if (known && (interval === undefined || isInside(known.endsAt, interval))) return known;
    const counter = { value: 0, endsAt: interval === undefined ? 0 : interval.now + interval.length };
    this.#counters.set(key, counter);
    return counter;
  }
}

interface Counter {
  value: number;
  readonly endsAt: number;
}

/** After the clock is set back, an interval can end later than a new one would. */
function isInside(endsAt: number, { now, length }: NonNullable<Addition['interval']>): boolean {
  return now < endsAt && now >= endsAt - length;
}
