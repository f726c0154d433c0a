import { createHash } from 'node:crypto';
import { isSameSecret } from '#http/syntax/credentials.ts';
import type { AuthorizationCode } from '../../store/index.ts';

type Challenge = AuthorizationCode['challenge'];

/** The challenge of an authorization request (RFC 7636 §4.3): null without one, undefined if it is invalid. */
export function parseChallenge(value: string | undefined, method: string | undefined): Challenge | undefined {
  if (!value) return method ? undefined : null;
  if (!VERIFIER.test(value)) return undefined;
  if (method === 'S256') return { method, value };
  return method === undefined || method === '' || method === 'plain' ? { method: 'plain', value } : undefined;
}

/** Whether the challenge was derived from the verifier (RFC 7636 §4.6). */
export function isVerifier(verifier: string, challenge: NonNullable<Challenge>): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const expected =
    challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return isSameSecret(expected, challenge.value);
}

const VERIFIER = /^[\w.~-]{43,128}$/;
