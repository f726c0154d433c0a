import { isProof, toProof } from './session-proof.ts';

/** Proves that a form came from a page of ours. */
export function toFormToken(secret: string): string {
  return toProof(secret, SUBJECT);
}

export function isFormToken(token: string, secret: string): boolean {
  return isProof(token, secret, SUBJECT);
}

const SUBJECT = 'form';
