import type { Runtime } from '#runtime.ts';
import type { Store, User } from '../../store/index.ts';
import { findTextCodes, withCode } from '../messages/outbox.ts';
import { createTotpCode, endOfStep, findStep } from './totp.ts';

export interface OneTimePasswords {
  /** Whether the code is valid for the user, and unused where reuse is not allowed. */
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
    const messages = withCode(await findTextCodes(store.messages, user, now), code);
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

/** The valid one-time password of a user. */
export interface CurrentCode {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/** The code that the app of the user shows, or the last one that was sent; undefined without one. */
export async function findCurrentCode(
  { messages }: Pick<Store, 'messages'>,
  user: User,
  now: number,
): Promise<CurrentCode | undefined> {
  if (user.twoFactor?.method === 'app') {
    return { code: await createTotpCode(user.twoFactor.secret, now), expiresAt: endOfStep(now) };
  }
  const [newest] = await findTextCodes(messages, user, now);
  return newest?.code == null ? undefined : { code: newest.code, expiresAt: newest.expiresAt };
}
