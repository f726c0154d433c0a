import type { Runtime } from '../../runtime.ts';
import type { Store, User } from '../store.ts';
import { findStep } from './app-code.ts';
import { codesOf, withCode } from './text-code.ts';

export interface OneTimePasswords {
  /** Whether the code is the user's by whichever method, good now, and, where reuse is not allowed, not used before. */
  check(user: User, code: string): Promise<boolean>;
}

export interface OneTimePasswordOptions {
  readonly runtime: Runtime;
  readonly store: Pick<Store, 'oneTimePasswords' | 'messages'>;
  readonly isReuseAllowed: boolean;
}

export function createOneTimePasswords(options: OneTimePasswordOptions): OneTimePasswords {
  const { runtime, store, isReuseAllowed } = options;

  async function checkAppCode(userId: number, secret: string, code: string): Promise<boolean> {
    const step = await findStep(secret, code, runtime.now());
    if (step === undefined) return false;
    return isReuseAllowed || store.oneTimePasswords.spend(userId, step);
  }

  async function checkTextCode(user: User, code: string): Promise<boolean> {
    const now = runtime.now();
    const messages = withCode(await codesOf(store.messages, user, now), code);
    if (isReuseAllowed) return messages.length > 0;
    for (const { id } of messages) if (await store.messages.spend(id, now)) return true;
    return false;
  }

  return {
    async check(user, code) {
      if (!user.twoFactor || !/^\d{6}$/.test(code)) return false;
      const { twoFactor } = user;
      return twoFactor.method === 'app'
        ? checkAppCode(user.id, twoFactor.secret, code)
        : checkTextCode(user, code);
    },
  };
}
