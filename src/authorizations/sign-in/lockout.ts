import type { Runtime } from '../../runtime.ts';
import { tooBusy, tooManyAttempts } from '../answers/errors.ts';
import { type SignInFailureStore, type SignInFailures, signInFailureKey } from '../store.ts';
import { createSerialQueues } from './serial-queues.ts';
import { QueueFullError } from './work-queue.ts';

/**
 * Rejects a login, known or not, after too many attempts in a row that were not right, until the window that began with
 * the first is over. An attempt is counted before it is judged, so attempts at the same time get no more than those in
 * a row.
 */
export interface Lockout {
  /**
   * For what has been read of the login: a cheap answer for those who come while it is locked. While an attempt is
   * judged, nobody knows whether the login is locked, and the answer is false.
   */
  isLocked(login: string, failures: SignInFailures | undefined): boolean;
  /**
   * Counts an attempt, then judges it.
   * @throws Refusal 403 when the login is locked: then nothing is judged. 429 when too many attempts of it are waiting.
   */
  judge<Value>(attempt: Attempt, judge: () => Promise<Judgement<Value>>): Promise<Value>;
}

interface Attempt {
  readonly login: string;
  /** Whether a user has this login. */
  readonly isKnown: boolean;
}

/** `right` ends the count, `wrong` stays counted, and `unfinished` is as if there had been no attempt. */
export interface Judgement<Value> {
  readonly verdict: 'right' | 'wrong' | 'unfinished';
  readonly value: Value;
}

export interface LockoutOptions {
  readonly runtime: Pick<Runtime, 'now'>;
  readonly store: SignInFailureStore;
  /** 0 switches it off. */
  readonly mostFailures: number;
  /** Milliseconds. */
  readonly duration: number;
}

export function createLockout({ runtime, store, mostFailures, duration }: LockoutOptions): Lockout {
  const isOn = mostFailures > 0;
  // One after the other, so that right answers that come at once do not use the attempts up before the first is judged.
  const queues = createSerialQueues(MAX_WAITING);

  async function judgeCounted<Value>(
    key: string,
    isKnown: boolean,
    judge: () => Promise<Judgement<Value>>,
  ): Promise<Value> {
    const counted = await store.attempt(key, {
      at: runtime.now(),
      window: duration,
      limit: mostFailures,
      maxUnknown: isKnown ? undefined : MAX_UNKNOWN,
    });
    if (!counted) throw tooManyAttempts();
    const { verdict, value } = await judge().catch(async (error: unknown) => {
      await store.withdraw(key, counted.firstAt);
      throw error;
    });
    if (verdict === 'right') await store.clear(key);
    if (verdict === 'unfinished') await store.withdraw(key, counted.firstAt);
    return value;
  }

  return {
    isLocked: (login, failures) =>
      isOn &&
      failures !== undefined &&
      failures.count >= mostFailures &&
      // One that began further ahead is of a clock that was set back.
      Math.abs(runtime.now() - failures.firstAt) <= duration &&
      !queues.isBusy(signInFailureKey(login)),

    async judge({ login, isKnown }, judge) {
      if (!isOn) return (await judge()).value;
      const key = signInFailureKey(login);
      return await queues
        .run(key, () => judgeCounted(key, isKnown, judge))
        .catch((error: unknown) => {
          throw error instanceof QueueFullError ? tooBusy() : error;
        });
    },
  };
}

/** Attempts of one login. */
const MAX_WAITING = 1024;

/** Logins without a user whose attempts are counted. */
const MAX_UNKNOWN = 20_000;
