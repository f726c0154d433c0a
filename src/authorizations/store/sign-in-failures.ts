import { toDigest } from '../tokens/tokens.ts';

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
 * The key that counts the failures against a login, and the one `users.credentials` reads. People type their passwords
 * and tokens in the place of the login, so it is not kept in clear.
 */
export function signInFailureKey(login: string): string {
  return `login:${toDigest(login.toLowerCase())}`;
}
