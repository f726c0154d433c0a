import type { User } from './users.ts';

/** A browser that is signed in, or on its way. Times are milliseconds since the epoch. */
export interface Session {
  userId: number;
  /** `second-factor`: the password was right, the code is still to come. */
  stage: 'second-factor' | 'signed-in';
  createdAt: number;
  expiresAt: number;
  address: string;
  userAgent: string | null;
}

/** Digests are SHA-256 of the secret that the browser's cookie carries, in lower-case hexadecimal. */
export interface SessionStore {
  /** Adds the session, and forgets sessions that are over, and the user's oldest beyond `mostOfUser`. */
  add(digest: string, session: Session, mostOfUser: number): Promise<void>;
  /** Undefined from the moment it is over. */
  byDigest(digest: string, at: number): Promise<{ session: Session; user: User } | undefined>;
  /** Moves the end of a session that is not over at this moment. */
  moveEnd(digest: string, at: number, expiresAt: number): Promise<void>;
  delete(digest: string): Promise<void>;
  /** Ends every session of the user, but not the one that is named. */
  deleteOfUser(userId: number, except?: string): Promise<void>;
}
