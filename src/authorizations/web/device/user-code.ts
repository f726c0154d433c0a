import type { Runtime } from '../../../runtime.ts';
import type { DeviceCode, User } from '../../store.ts';
import type { Visitor, WebContext } from '../context.ts';
import { isProof, toProof } from '../sessions/session-proof.ts';
import { isTriedTooOften } from '../sign-in/attempts.ts';

/** A code that a user reads on one device and types on another: `WDJB-MJHT`, without vowels (RFC 8628 §6.1). */
export function createUserCode(runtime: Runtime): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[runtime.integer(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The code that was meant, whatever the case and whatever stands between the letters; undefined when it is none. */
export function toUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

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

/**
 * Where a user goes on to who has typed the code of a device. The address proves that he did so, in this session: codes
 * can be typed a few times only, and a link with somebody else's code leads to no question at all (RFC 8628 §5.1, §5.4).
 */
export function toConfirmationPath(visitor: Visitor, userCode: string): string {
  return `/login/device/confirmation?user_code=${userCode}&proof=${toProof(visitor.secret, toSubject(userCode))}`;
}

export function isTyped(visitor: Visitor, userCode: string, proof: string): boolean {
  return isProof(proof, visitor.secret, toSubject(userCode));
}

function toSubject(userCode: string): string {
  return `device ${userCode}`;
}
