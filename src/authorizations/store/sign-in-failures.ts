import { toDigest } from '../tokens/tokens.ts';

/** Attempts counted in a window that begins with the first of them. A success ends the count. */
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
   * Set for a key that anybody can make up, such as that of a login without a user: the maximum number of such keys.
   * The oldest are removed beyond it. Other keys are kept until their window is over.
   */
  readonly maxUnknown?: number | undefined;
}

/** Keys are the service's own: `signInFailureKey(login)`, or such as `device:user:7`. */
export interface SignInFailureStore {
  byKey(key: string): Promise<SignInFailures | undefined>;
  /**
   * Counts an attempt before it is judged, in one statement, so that attempts at the same time, on several servers too,
   * are counted one by one. Begins a new window when the old one began more than `window` milliseconds ago, or ahead.
   * Undefined, and nothing is counted, when the window has `limit` attempts already.
   */
  attempt(key: string, rules: AttemptRules): Promise<SignInFailures | undefined>;
  /** Takes back one attempt of the window that began at `firstAt`; nothing happens when that window is gone. */
  withdraw(key: string, firstAt: number): Promise<void>;
  clear(key: string): Promise<void>;
}

/**
 * The key that counts the attempts for a login, and the one `users.credentials` reads. People type their passwords and
 * tokens in the place of the login, so the key is a digest, whose length is the same for every login.
 */
export function signInFailureKey(login: string): string {
  return `login:${toDigest(login.toLowerCase())}`;
}
