import { KeyedLock, QueueFullError } from '#concurrency.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import {
  type SignInFailureStore,
  type SignInFailures,
  signInFailureKey,
  type User,
} from '../../store/index.ts';
import { tooBusy, tooManyAttempts } from '../errors/errors.ts';
import type { ClientAddress } from '../request/client-address.ts';

/**
 * Locks a login, known or unknown, after too many failed attempts in a row, until the window that began with the first
 * one ends. An attempt is counted before it is verified, so concurrent attempts do not exceed the limit.
 */
export interface Lockout {
  /**
   * Whether the failures lock the login: a cheap check before an attempt. It is false while an attempt is in progress,
   * because its outcome is not known.
   */
  isLocked(login: string, failures: SignInFailures | undefined): boolean;
  /**
   * Counts an attempt, then verifies it.
   * @throws ApiError 403 for a locked login, without verification; 429 when too many attempts of the login are waiting.
   */
  attempt<Value>(attempt: Attempt, verify: () => Promise<Verification<Value>>): Promise<Value>;
}

interface Attempt {
  readonly login: string;
  /** Whether a user has this login. */
  readonly isKnown: boolean;
}

/** `succeeded` clears the count, `failed` stays counted, and `pending`, which needs another step, is not counted. */
export interface Verification<Value> {
  readonly outcome: 'succeeded' | 'failed' | 'pending';
  readonly value: Value;
}

export interface LockoutOptions {
  readonly runtime: Pick<Runtime, 'now'>;
  readonly store: SignInFailureStore;
  /** 0 disables the lockout. */
  readonly maxFailures: number;
  /** Milliseconds. */
  readonly duration: number;
}

export function createLockout({ runtime, store, maxFailures, duration }: LockoutOptions): Lockout {
  const isOn = maxFailures > 0;
  // One attempt at a time, so that concurrent correct attempts do not use up the limit before the first is verified.
  const locks = new KeyedLock(MAX_WAITING);

  async function verifyCounted<Value>(
    key: string,
    isKnown: boolean,
    verify: () => Promise<Verification<Value>>,
  ): Promise<Value> {
    const counted = await store.attempt(key, {
      at: runtime.now(),
      window: duration,
      limit: maxFailures,
      maxUnknown: isKnown ? undefined : MAX_UNKNOWN,
    });
    if (!counted) throw tooManyAttempts();
    const { outcome, value } = await verify().catch(async (error: unknown) => {
      await store.withdraw(key, counted.firstAt);
      throw error;
    });
    if (outcome === 'succeeded') await store.clear(key);
    if (outcome === 'pending') await store.withdraw(key, counted.firstAt);
    return value;
  }

  return {
    isLocked: (login, failures) =>
      isOn &&
      failures !== undefined &&
      failures.count >= maxFailures &&
      // After the clock is set back, a window can begin in the future.
      Math.abs(runtime.now() - failures.firstAt) <= duration &&
      !locks.isBusy(signInFailureKey(login)),

    async attempt({ login, isKnown }, verify) {
      if (!isOn) return (await verify()).value;
      const key = signInFailureKey(login);
      return await locks
        .run(key, () => verifyCounted(key, isKnown, verify))
        .catch((error: unknown) => {
          throw error instanceof QueueFullError ? tooBusy() : error;
        });
    },
  };
}

/** Maximum number of waiting attempts of one login. */
const MAX_WAITING = 1024;

/** Maximum number of unknown logins whose attempts are counted. */
const MAX_UNKNOWN = 20_000;

/** The parts of a request that a sign-in reads besides the credentials. */
export type SignInRequest = Pick<Exchange, 'field' | 'peerAddress'>;

export interface FailureLogDependencies {
  readonly log: Log;
  readonly clientAddress: ClientAddress;
}

interface Failure {
  readonly user: User | undefined;
  readonly wrong: 'password' | 'one-time password';
  readonly request: SignInRequest;
}

/** Logs a failed sign-in. */
export function logFailure(
  { log, clientAddress }: FailureLogDependencies,
  { user, wrong, request }: Failure,
): void {
  // The log does not repeat an unknown login, because users enter passwords and tokens there.
  log.warn('Sign-in failed', { wrong, user: user?.login ?? null, address: clientAddress.of(request) });
}
