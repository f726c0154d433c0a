import type { DeviceCode, User } from '../store.ts';
import type { WebContext } from './context.ts';
import { isTriedTooOften } from './tries.ts';
import { toUserCode } from './user-code.ts';

/**
 * The device that waits with this code. Whoever tries has fifty tries an hour, and so has everybody together with one
 * application.
 */
export async function findDeviceCode(
  service: WebContext,
  user: User,
  typed: string,
): Promise<DeviceCode | 'too-many' | undefined> {
  const { store, runtime } = service;
  if (await isTriedTooOften(service, `device:user:${user.id}`)) return 'too-many';
  const userCode = toUserCode(typed);
  const code = userCode === undefined ? undefined : await store.deviceCodes.byUserCode(userCode);
  if (!code || code.expiresAt <= runtime.now() || code.decision !== 'pending') return undefined;
  return (await isTriedTooOften(service, `device:application:${code.applicationId}`)) ? 'too-many' : code;
}
