import type { Runtime } from '../../runtime.ts';
import { type SignInFailureStore, type SignInFailures, signInFailureKey } from '../store.ts';

/** Refuses a login, known or not, after too many failures in a row, until the window that began with the first is over. */
export interface Lockout {
  isLocked(failures: SignInFailures | undefined): boolean;
  /** Asks the store anew: others may have failed since. */
  isLockedNow(login: string): Promise<boolean>;
  fail(login: string): Promise<void>;
  /** After a success: forgets the failures, or, when the login is locked by now, answers false. */
  pass(login: string): Promise<boolean>;
  clear(login: string): Promise<void>;
}

export interface LockoutOptions {
  readonly runtime: Runtime;
  readonly store: SignInFailureStore;
  /** 0 switches it off. */
  readonly mostFailures: number;
  /** Milliseconds. */
  readonly duration: number;
}

export function createLockout({ runtime, store, mostFailures, duration }: LockoutOptions): Lockout {
  const isOn = mostFailures > 0;
  const isLocked = (failures: SignInFailures | undefined) =>
    isOn &&
    failures !== undefined &&
    failures.count >= mostFailures &&
    // One that began further ahead is of a clock that was set back.
    Math.abs(runtime.now() - failures.firstAt) <= duration;

  return {
    isLocked,
    isLockedNow: async (login) => isOn && isLocked(await store.byKey(signInFailureKey(login))),
    async pass(login) {
      const key = signInFailureKey(login);
      const failures = isOn ? await store.byKey(key) : undefined;
      if (isLocked(failures)) return false;
      if (failures) await store.clear(key);
      return true;
    },
    async fail(login) {
      if (isOn) await store.add(signInFailureKey(login), runtime.now(), duration);
    },
    clear: (login) => store.clear(signInFailureKey(login)),
  };
}
