import type { WebContext } from '../context.ts';

/** Counts one more attempt; true when there were too many of them within an hour. */
export async function isTriedTooOften(
  { store, runtime }: Pick<WebContext, 'store' | 'runtime'>,
  key: string,
): Promise<boolean> {
  const rules = { at: runtime.now(), window: HOUR, limit: MAX_ATTEMPTS };
  return (await store.signInFailures.attempt(key, rules)) === undefined;
}

const MAX_ATTEMPTS = 50;

/** Milliseconds. */
const HOUR = 60 * 60 * 1000;
