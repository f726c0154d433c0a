import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Addition, Counters } from './shared-state.ts';

/** Counters in the memory of one process. Each change is made before the call returns. */
export function createCounterSet(capacity: number): Counters {
  const counters = new BoundedMap<string, Counter>({ capacity });

  function current(key: string, interval: Addition['interval']): Counter {
    const known = counters.touch(key);
    if (known && (interval === undefined || isInside(known.endsAt, interval))) return known;
    const counter = { value: 0, endsAt: interval === undefined ? 0 : interval.now + interval.length };
    counters.set(key, counter);
    return counter;
  }

  return {
    async add(key, { by, limit, interval }) {
      const counter = current(key, interval);
      const isAdded = limit === undefined || counter.value + by <= limit;
      if (isAdded) counter.value += by;
      return { isAdded, value: counter.value, endsAt: counter.endsAt };
    },

    async subtract(key, endsAt) {
      const counter = counters.get(key);
      if (counter && counter.endsAt === endsAt && counter.value > 0) counter.value--;
    },

    read: async (keys) => keys.map((key) => counters.get(key)?.value ?? 0),

    async delete(keys) {
      for (const key of keys) counters.delete(key);
    },

    clear: async () => counters.clear(),
  };
}

/** Sets of counters by name. A set is forgotten when it is cleared, so that names can be many. */
export function createCounterSets(): (name: string, capacity: number) => Counters {
  const sets = new Map<string, Counters>();
  return (name, capacity) => {
    const known = sets.get(name);
    if (known) return known;
    const set = createCounterSet(capacity);
    const named: Counters = {
      ...set,
      async clear() {
        sets.delete(name);
        await set.clear();
      },
    };
    sets.set(name, named);
    return named;
  };
}

interface Counter {
  value: number;
  readonly endsAt: number;
}

/** After the clock is set back, an interval can end later than a new one would. */
function isInside(endsAt: number, { now, length }: NonNullable<Addition['interval']>): boolean {
  return now < endsAt && now >= endsAt - length;
}
