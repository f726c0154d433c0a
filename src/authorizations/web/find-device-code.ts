import type { DeviceCode, User } from '../store.ts';
import type { WebContext } from './context.ts';
import { isTriedTooOften } from './tries.ts';
import { toUserCode } from './user-code.ts';

/**
 * The device that waits with this code. A user has fifty tries an hour, and all users together have fifty right ones with
 * one application. Beyond those, a right code is answered like a wrong one, so that nobody learns that it is right.
 */
export async function findDeviceCode(
  service: WebContext,
  user: User,
  typed: string,
): Promise<DeviceCode | 'too-many' | undefined> {
  if (await isTriedTooOften(service, `device:user:${user.id}`)) return 'too-many';
  const userCode = toUserCode(typed);
  const code = userCode === undefined ? undefined : await findPending(service, userCode);
  if (!code) return undefined;
  return (await isTriedTooOften(service, `device:application:${code.applicationId}`)) ? undefined : code;
}

/** The device that waits for a decision under exactly this code, whoever asks and however often. */
export async function findPending(
  { store, runtime }: WebContext,
  userCode: string,
): Promise<DeviceCode | undefined> {
  const code = await store.deviceCodes.byUserCode(userCode);
  return code && code.expiresAt > runtime.now() && code.decision === 'pending' ? code : undefined;
}
