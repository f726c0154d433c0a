import type { DeviceCode, User } from '../store.ts';
import type { WebContext } from './context.ts';
import { toUserCode } from './user-code.ts';

/**
 * The device that waits with this code. Whoever tries has fifty tries an hour, and so has everybody together with one
 * application.
 */
export async function findDeviceCode(
  { store, runtime }: WebContext,
  user: User,
  typed: string,
): Promise<DeviceCode | 'too-many' | undefined> {
  const now = runtime.now();
  const byUser = await store.signInFailures.add(`device:user:${user.id}`, now, HOUR);
  if (byUser.count > MOST_TRIES) return 'too-many';
  const userCode = toUserCode(typed);
  const code = userCode === undefined ? undefined : await store.deviceCodes.byUserCode(userCode);
  if (!code || code.expiresAt <= now || code.decision !== 'pending') return undefined;
  const byApplication = await store.signInFailures.add(`device:application:${code.applicationId}`, now, HOUR);
  return byApplication.count > MOST_TRIES ? 'too-many' : code;
}

const MOST_TRIES = 50;

/** Milliseconds. */
const HOUR = 60 * 60 * 1000;
