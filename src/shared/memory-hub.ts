import { KeyedLock } from '#concurrency.ts';
import { createCounterSets } from './counter-set.ts';
import { Gatherer } from './gatherer.ts';
import type { Hub, NamedValue } from './hub.ts';
import { Listeners } from './listeners.ts';
import { Semaphores } from './semaphores.ts';

/** The shared state of the workers of one command, in the memory of its primary process. */
export function createMemoryHub(): Hub {
  const values = new Map<string, NamedValue>();
  const changes = new Listeners<NamedValue, void>();
  const { gather, onGather, lose, forgetLost, endQueries, standing, post, onPost } = new Gatherer();
  const lock = new KeyedLock();

  return {
    worker: undefined,
    server: undefined,
    stamps: undefined,
    primary: undefined,
    load: async () => [...values.values()],

    async compareAndSet(name, version, text) {
      const current = values.get(name) ?? { name, version: 0, text: null };
      if (current.version !== version) return { isSet: false, value: current };
      const value = { name, version: version + 1, text };
      values.set(name, value);
      await changes.call(value);
      return { isSet: true, value };
    },

    onChange: changes.add,

    counters: createCounterSets(),

    acquire: (name) => lock.acquire(name),
    tryAcquire: new Semaphores().tryAcquire,
    gather,
    onGather,
    lose,
    forgetLost,
    endQueries,
    standing,
    post,
    onPost,
    async close() {},
  };
}
