import { toDigest } from '../tokens.ts';

/** Failures counted in a window that begins with the first of them. */
export interface SignInFailures {
  count: number;
  /** Milliseconds since the epoch. */
  firstAt: number;
}

/** Keys are the service's own: `signInFailureKey(login)`, or such as `address:192.0.2.1`. */
export interface SignInFailureStore {
  byKey(key: string): Promise<SignInFailures | undefined>;
  /** Adds one failure, or begins a new window when the old one began more than `window` milliseconds ago, or ahead. */
  add(key: string, at: number, window: number): Promise<SignInFailures>;
  clear(key: string): Promise<void>;
}

/**
 * The key that counts the failures against a login, and the one `users.credentials` reads. What is longer than any
 * login may be a token that was put in its place, and is not kept in clear.
 */
export function signInFailureKey(login: string): string {
  const name = login.toLowerCase();
  return name.length > LONGEST_LOGIN ? `login:sha256:${toDigest(name)}` : `login:${name}`;
}

const LONGEST_LOGIN = 39;
