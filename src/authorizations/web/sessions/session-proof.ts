import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../http/constant-time.ts';

/** What only this server can have written for this browser: nobody else can read the secret that it is made from. */
export function toProof(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(subject).digest('base64url');
}

export function isProof(given: string, secret: string, subject: string): boolean {
  return isSameSecret(given, toProof(secret, subject));
}

/** Proves that a form came from a page of ours. */
export function toFormToken(secret: string): string {
  return toProof(secret, SUBJECT);
}

export function isFormToken(token: string, secret: string): boolean {
  return isProof(token, secret, SUBJECT);
}

const SUBJECT = 'form';
