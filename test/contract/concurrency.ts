import type { Store } from '#accounts/store/index.ts';
import type { EngineUnderTest } from './engine.ts';

type Open = () => Promise<Store>;

/** The store and, where the database can be shared, another one on it, as two servers have. */
export async function openTwo(engine: EngineUnderTest, store: Store, open: Open): Promise<Store[]> {
  return engine.isShared ? [store, await open()] : [store];
}

export async function openThree(engine: EngineUnderTest, store: Store, open: Open): Promise<Store[]> {
  return engine.isShared ? [...(await openTwo(engine, store, open)), await open()] : [store];
}

/** Runs an action fifty times concurrently, on the stores in index. */
export function runFiftyTimes<Result>(
  stores: readonly Store[],
  act: (store: Store, index: number) => Promise<Result>,
): Promise<Result>[] {
  return Array.from({ length: 50 }, (_, index) => {
    const store = stores[index % stores.length];
    if (store === undefined) throw new Error('no store');
    return act(store, index);
  });
}

/** The number of successes of fifty concurrent actions. */
export async function countSuccesses(
  stores: readonly Store[],
  act: (store: Store, index: number) => Promise<unknown>,
): Promise<number> {
  return (await Promise.all(runFiftyTimes(stores, act))).filter(Boolean).length;
}
