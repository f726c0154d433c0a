import type { Runtime } from '../runtime.ts';
import type { OneTimePasswordStore, User } from './store.ts';

export interface OneTimePasswords {
  /** Whether the code is the user's, now or one step away, and, where reuse is not allowed, has not been used. */
  check(user: User, code: string): Promise<boolean>;
}

export interface OneTimePasswordOptions {
  readonly runtime: Runtime;
  readonly store: OneTimePasswordStore;
  readonly isReuseAllowed: boolean;
}

/** Codes of an authenticator app: RFC 6238 with SHA-1, 30 seconds and six digits, as all of them know it. */
export function createOneTimePasswords(options: OneTimePasswordOptions): OneTimePasswords {
  const { runtime, store, isReuseAllowed } = options;
  return {
    async check({ id, twoFactor }, code) {
      if (twoFactor?.method !== 'app' || !/^\d{6}$/.test(code)) return false;
      const now = runtime.now();
      const away = await stepsAway(twoFactor.secret, code, now);
      if (away === null) return false;
      return isReuseAllowed || store.spend(id, Math.floor(now / PERIOD) + away);
    },
  };
}

const PERIOD = 30_000;

/** How many steps the code's own is from now: at most one, which is how far clocks and slow typists may be off. */
async function stepsAway(secret: string, code: string, now: number): Promise<number | null> {
  const { Secret, TOTP } = await import('otpauth');
  return TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD / 1000,
    timestamp: now,
    window: 1,
  });
}
