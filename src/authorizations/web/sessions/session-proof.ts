import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../http/credentials.ts';

/** A message authentication code with the session secret, which proves that this server wrote the subject for this browser. */
export function toProof(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(subject).digest('base64url');
}

export function isProof(given: string, secret: string, subject: string): boolean {
  return isSameSecret(given, toProof(secret, subject));
}

/** The token that proves that a form is from a page of this server. */
export function toFormToken(secret: string): string {
  return toProof(secret, SUBJECT);
}

export function isFormToken(token: string, secret: string): boolean {
  return isProof(token, secret, SUBJECT);
}

const SUBJECT = 'form';
