import { KeyedLock } from '#concurrency.ts';
import { createCounterSets } from './counter-set.ts';
import type { Replica, SharedState, SharedValue } from './shared-state.ts';

/** The state of a server of one process. Every change is applied before the call returns. */
export function createLocalState(): SharedState {
  const lock = new KeyedLock();
  return {
    worker: undefined,
    isShared: false,
    node: undefined,
    server: undefined,
    attach,
    event: (_name, handle) => async () => {
      await handle();
      return true;
    },
    collect: (_name, produce) => async () => [{ worker: undefined, text: await produce() }],
    counters: createCounterSets(),
    records: undefined,
    exclusive: (name, action) => lock.run(name, action),
    otherNodes: () => undefined,
    async start() {},
  };
}

function attach<Value>(_name: string, replica: Replica<Value>): SharedValue<Value> {
  const initial = replica.read();
  return {
    async update(change) {
      const value = change(replica.read());
      replica.apply(value);
      return value;
    },
    async reset() {
      replica.apply(initial);
      return initial;
    },
  };
}
