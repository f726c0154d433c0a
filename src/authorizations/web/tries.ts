import type { WebContext } from './context.ts';

/** Counts one more try; true when there were too many of them within an hour. */
export async function isTriedTooOften(
  { store, runtime }: Pick<WebContext, 'store' | 'runtime'>,
  key: string,
): Promise<boolean> {
  const { count } = await store.signInFailures.add(key, runtime.now(), HOUR);
  return count > MOST_TRIES;
}

const MOST_TRIES = 50;

/** Milliseconds. */
const HOUR = 60 * 60 * 1000;
