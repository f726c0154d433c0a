import { createHmac } from 'node:crypto';
import { isSameSecret } from '#http/syntax/credentials.ts';
import type { User } from '../../store/index.ts';

/** A browser with a session secret, signed in or not. */
export interface Visitor {
  /** The value of the session cookie. Form tokens are derived from it. The store contains its digest only. */
  readonly secret: string;
  /** Whether the browser does not have the cookie yet. */
  readonly isNew: boolean;
  /** Undefined until the password is verified. */
  readonly user: User | undefined;
  /** Whether sign-in is complete, with the second factor. */
  readonly isSignedIn: boolean;
}

/** A visitor with an account. */
export interface Member extends Visitor {
  readonly user: User;
}

/** A message authentication code with the session secret, which proves that this server wrote the subject for this browser. */
export function createProof(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(subject).digest('base64url');
}

export function isProof(input: string, secret: string, subject: string): boolean {
  return isSameSecret(input, createProof(secret, subject));
}

/** The token that proves that a form is from a page of this server. */
export function createFormToken(secret: string): string {
  return createProof(secret, SUBJECT);
}

export function isFormToken(token: string, secret: string): boolean {
  return isProof(token, secret, SUBJECT);
}

const SUBJECT = 'form';
