import { KeyedLock } from '../concurrency.ts';
import { CounterSet } from './counter-set.ts';
import { Gatherer } from './gatherer.ts';
import type { ChangeListener, CounterSetName, Hub, NamedValue } from './hub.ts';

/** The shared state of the workers of one command, in the memory of its primary process. */
export function createMemoryHub(): Hub {
  const values = new Map<string, NamedValue>();
  const sets = new Map<string, CounterSet>();
  const listeners = new Set<ChangeListener>();
  const lock = new KeyedLock();
  const gatherer = new Gatherer();

  function setOf({ name, capacity }: CounterSetName): CounterSet {
    const known = sets.get(name);
    if (known) return known;
    const created = new CounterSet(capacity);
    sets.set(name, created);
    return created;
  }

  return {
    worker: undefined,
    server: undefined,
    load: async () => [...values.values()],

    async compareAndSet(name, version, text) {
      const current = values.get(name) ?? { name, version: 0, text: null };
      if (current.version !== version) return { isSet: false, value: current };
      const value = { name, version: version + 1, text };
      values.set(name, value);
      await Promise.all([...listeners].map((listener) => listener(value)));
      return { isSet: true, value };
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    counters: {
      add: async (set, key, addition) => setOf(set).add(key, addition),
      subtract: async (set, key, endsAt) => setOf(set).subtract(key, endsAt),
      read: async (set, keys) => setOf(set).read(keys),
      delete: async (set, keys) => setOf(set).delete(keys),
      clear: async (set) => setOf(set).clear(),
    },

    acquire: (name) => lock.acquire(name),
    gather: (name) => gatherer.gather(name),
    onGather: (source) => gatherer.add(source),
    async close() {},
  };
}
