import type { NewSecurityEvent } from './audit.ts';
import type { Session } from './session.ts';
import type { User } from './users.ts';

/** What is stored in one transaction with a new session. */
export interface SessionStart {
  /** The digests of sessions that the new one replaces. */
  readonly ended: readonly string[];
  readonly event?: NewSecurityEvent | undefined;
  /** Whether the user may still have the session. The row of the user is locked. */
  isCurrent(user: User): boolean;
}

/** Digests are SHA-256 of the secret in the browser's cookie, in lower-case hexadecimal. */
export interface SessionStore {
  /**
   * Adds the session, and deletes expired sessions and the user's oldest beyond `maxOfUser`. False, without a change, when
   * the user was deleted or is not current.
   */
  add(digest: string, session: Session, maxOfUser: number, start?: SessionStart): Promise<boolean>;
  /** Undefined when the session has expired. */
  byDigest(digest: string, at: number): Promise<{ session: Session; user: User } | undefined>;
  /** Sets the expiry of a session that has not expired. */
  moveEnd(digest: string, at: number, expiresAt: number): Promise<void>;
  /** Stores the event in the same transaction. */
  delete(digests: readonly string[], event?: NewSecurityEvent): Promise<void>;
  /** Deletes all sessions of the user except one. */
  deleteOfUser(userId: number, except?: string): Promise<void>;
}
