import { plural } from '#pages/plural.ts';
import type { SignInFailures } from '../../store/index.ts';
import type { FormProblem } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';

type AttemptCounter = Pick<WebContext, 'store' | 'runtime'>;

/** Counts an attempt. True, and nothing is counted, if there are `limit` within an hour. */
export async function hasTooManyAttempts(
  { store, runtime }: AttemptCounter,
  key: string,
  limit: number = MAX_ATTEMPTS,
): Promise<boolean> {
  const rules = { at: runtime.now(), window: HOUR_MS, limit };
  return (await store.signInFailures.attempt(key, rules)) === undefined;
}

/** Whether there are as many attempts within an hour as are allowed. Counts none. */
export async function hasReachedAttemptLimit(
  { store, runtime }: AttemptCounter,
  key: string,
): Promise<boolean> {
  const attempts = await store.signInFailures.byKey(key);
  return (
    attempts !== undefined &&
    attempts.count >= MAX_ATTEMPTS &&
    Math.abs(runtime.now() - attempts.firstAt) <= HOUR_MS
  );
}

/** The problem of a form that was submitted too often, with the time until the count begins again. */
export async function tooManyAttempts(
  { store, runtime }: AttemptCounter,
  key: string,
  reason: string,
): Promise<FormProblem> {
  const attempts = await store.signInFailures.byKey(key);
  const left = attempts === undefined ? 0 : timeLeft(attempts, HOUR_MS, runtime.now());
  return { problem: `${reason} Try again in ${formatMinutes(left)}.`, status: 429 };
}

/** Milliseconds until the window ends. */
export function timeLeft({ firstAt }: Pick<SignInFailures, 'firstAt'>, window: number, now: number): number {
  return Math.max(0, firstAt + window - now);
}

/** The time in minutes, rounded up: afterwards it is over. */
export function formatMinutes(milliseconds: number): string {
  return plural(Math.max(1, Math.ceil(milliseconds / 60_000)), 'minute');
}

const MAX_ATTEMPTS = 50;

const HOUR_MS = 60 * 60 * 1000;
