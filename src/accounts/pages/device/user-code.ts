import type { Runtime } from '#runtime.ts';
import type { DeviceCode, User } from '../../store/index.ts';
import type { WebContext } from '../sessions/context.ts';
import { createProof, isProof, type Visitor } from '../sessions/visitor.ts';
import { hasReachedAttemptLimit, hasTooManyAttempts } from '../sign-in/attempts.ts';

/** A code that the user reads on one device and enters on another: `WDJB-MJHT`, without vowels (RFC 8628 §6.1). */
export function createUserCode(runtime: Runtime): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[runtime.integer(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Normalizes an entered code: case, spaces and dashes do not matter. Undefined for text that is no code. */
export function parseUserCode(entered: string): string | undefined {
  const letters = entered.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** The key that counts the codes that the user enters. */
export function userAttemptsKey({ id }: User): string {
  return `device:user:${id}`;
}

/**
 * Finds the pending device code. Each user has 50 attempts per hour, and all users together have 50 correct ones per
 * application, to which each of them contributes a few. Beyond those, a correct code is answered like a wrong one, which
 * does not reveal that it is correct.
 */
export async function findDeviceCode(
  service: WebContext,
  user: User,
  entered: string,
): Promise<DeviceCode | 'too-many' | undefined> {
  if (await hasTooManyAttempts(service, userAttemptsKey(user))) return 'too-many';
  const userCode = parseUserCode(entered);
  const code = userCode === undefined ? undefined : await findPendingCode(service, userCode);
  if (!code) return undefined;
  return (await isApplicationLimited(service, user, code.applicationId)) ? undefined : code;
}

/** Counts a correct code of an application, unless the user has contributed enough already. */
async function isApplicationLimited(
  service: WebContext,
  user: User,
  applicationId: number,
): Promise<boolean> {
  const key = `device:application:${applicationId}`;
  const userKey = `device:user:${user.id}:${applicationId}`;
  const isCounted = !(await hasTooManyAttempts(service, userKey, MAX_CONTRIBUTION));
  return isCounted ? hasTooManyAttempts(service, key) : hasReachedAttemptLimit(service, key);
}

/**
 * Correct codes of one user that count towards the limit of an application. Anyone can request codes and enter them, so one
 * user could block the device flow of the application for all others; the limit is for many users who guess.
 */
const MAX_CONTRIBUTION = 5;

/** Finds the pending device code without counting an attempt. */
export async function findPendingCode(
  { store, runtime }: WebContext,
  userCode: string,
): Promise<DeviceCode | undefined> {
  const code = await store.deviceCodes.byUserCode(userCode);
  return code && code.expiresAt > runtime.now() && code.decision === 'pending' ? code : undefined;
}

/**
 * The path of the page that asks a user who has entered a code for consent. It contains a proof that the code was entered
 * in this session: attempts are limited, and a link with the code of an attacker must not lead to consent (RFC 8628 §5.1,
 * §5.4).
 */
export function buildConfirmationPath(visitor: Visitor, userCode: string): string {
  return `/login/device/confirmation?user_code=${userCode}&proof=${createProof(visitor.secret, formatSubject(userCode))}`;
}

export function isEnteredCode(visitor: Visitor, userCode: string, proof: string): boolean {
  return isProof(proof, visitor.secret, formatSubject(userCode));
}

function formatSubject(userCode: string): string {
  return `device ${userCode}`;
}
