import type { WebContext } from '../context.ts';

/** Counts an attempt. True if there are more than 50 within an hour. */
export async function hasTooManyAttempts(
  { store, runtime }: Pick<WebContext, 'store' | 'runtime'>,
  key: string,
): Promise<boolean> {
  const rules = { at: runtime.now(), window: HOUR, limit: MAX_ATTEMPTS };
  return (await store.signInFailures.attempt(key, rules)) === undefined;
}

const MAX_ATTEMPTS = 50;

/** Milliseconds. */
const HOUR = 60 * 60 * 1000;
