import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../http/constant-time.ts';

/** Proves that a form came from a page of ours: nobody else can read the secret that it is made from. */
export function toFormToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

export function isFormToken(token: string, secret: string): boolean {
  return isSameSecret(token, toFormToken(secret));
}
