import type { Store, User } from '../store.ts';
import { createAppCode, endOfStep } from './app-code.ts';
import { codesOf } from './text-code.ts';

/** A one-time password that is good now, and until when, in milliseconds since the epoch. */
export interface CurrentCode {
  readonly code: string;
  readonly expiresAt: number | null;
}

/** What the user's app shows, or what was sent to the user last; undefined where there is no such thing. */
export async function findCurrentCode(
  { messages }: Pick<Store, 'messages'>,
  user: User,
  now: number,
): Promise<CurrentCode | undefined> {
  if (user.twoFactor?.method === 'app') {
    return { code: await createAppCode(user.twoFactor.secret, now), expiresAt: endOfStep(now) };
  }
  const [newest] = await codesOf(messages, user, now);
  return newest?.code == null ? undefined : { code: newest.code, expiresAt: newest.expiresAt };
}
