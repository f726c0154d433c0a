import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../http/constant-time.ts';
import type { Visitor } from './context.ts';

/**
 * Where a user goes on to who has typed the code of a device. The address proves that he did so, in this session: codes
 * can be typed a few times only, and a link with somebody else's code leads to no question at all (RFC 8628 §5.1, §5.4).
 */
export function toConfirmationPath(visitor: Visitor, userCode: string): string {
  return `/login/device/confirmation?user_code=${userCode}&proof=${toProof(visitor, userCode)}`;
}

export function isTyped(visitor: Visitor, userCode: string, proof: string): boolean {
  return isSameSecret(proof, toProof(visitor, userCode));
}

function toProof(visitor: Visitor, userCode: string): string {
  return createHmac('sha256', visitor.secret).update(`device ${userCode}`).digest('base64url');
}
