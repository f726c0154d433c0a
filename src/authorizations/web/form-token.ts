import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that a form came from a page of ours: nobody else can read the secret that it is made from. */
export function toFormToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

export function isFormToken(token: string, secret: string): boolean {
  const [given, wanted] = [Buffer.from(token), Buffer.from(toFormToken(secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
