import { hash } from 'node:crypto';

/** Attempts in a window that begins with the first of them. A successful sign-in resets the count. */
export interface SignInFailures {
  count: number;
  /** Milliseconds since the epoch. */
  firstAt: number;
}

export interface AttemptRules {
  /** The time of the attempt. */
  readonly at: number;
  /** Milliseconds. */
  readonly window: number;
  /** Maximum number of attempts in a window. */
  readonly limit: number;
  /**
   * Set for a key that any client can invent, such as that of a login without a user: the maximum number of such keys.
   * The oldest beyond it are deleted. Other keys are kept until their window is over.
   */
  readonly maxUnknown?: number | undefined;
}

/** The service defines the keys: `signInFailureKey(login)`, or `device:user:7`. */
export interface SignInFailureStore {
  byKey(key: string): Promise<SignInFailures | undefined>;
  /**
   * Counts an attempt before its credentials are checked, in one statement, so that concurrent attempts on several servers
   * are all counted. Begins a new window when the old one began more than `window` milliseconds ago, or in the future.
   * Undefined, and nothing is counted, when the window already has `limit` attempts.
   */
  attempt(key: string, rules: AttemptRules): Promise<SignInFailures | undefined>;
  /** Subtracts one attempt from the window that began at `firstAt`, if that is still the current window. */
  withdraw(key: string, firstAt: number): Promise<void>;
  clear(key: string): Promise<void>;
}

/**
 * The key that counts the attempts for a login; `users.credentials` reads it. Users type passwords and tokens into the
 * field of the login, so the key is a digest, which has the same length for every login.
 */
export function signInFailureKey(login: string): string {
  return `login:${hash('sha256', login.toLowerCase())}`;
}
