import type { Visitor } from './context.ts';
import { isProof, toProof } from './session-proof.ts';

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
