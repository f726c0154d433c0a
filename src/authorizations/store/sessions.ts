import type { User } from './users.ts';

/** A browser that is signed in, or is signing in. Times are milliseconds since the epoch. */
export interface Session {
  userId: number;
  /** `second-factor`: the password was right, and the code is still required. */
  stage: 'second-factor' | 'signed-in';
  createdAt: number;
  expiresAt: number;
  address: string;
  userAgent: string | null;
}

/** Digests are SHA-256 of the secret in the browser's cookie, in lower-case hexadecimal. */
export interface SessionStore {
  /** Adds the session, and deletes expired sessions and the user's oldest beyond `maxOfUser`. */
  add(digest: string, session: Session, maxOfUser: number): Promise<void>;
  /** Undefined when the session has expired. */
  byDigest(digest: string, at: number): Promise<{ session: Session; user: User } | undefined>;
  /** Sets the expiry of a session that has not expired. */
  moveEnd(digest: string, at: number, expiresAt: number): Promise<void>;
  delete(digest: string): Promise<void>;
  /** Deletes all sessions of the user except one. */
  deleteOfUser(userId: number, except?: string): Promise<void>;
}
