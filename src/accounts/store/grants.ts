import type { ApplicationSummary } from './applications.ts';
import type { EventOf, NewSecurityEvent } from './audit.ts';
import type { Listing, Page } from './page.ts';

/** The authorization of an application by a user: one for each pair of user and application. */
export interface Grant {
  id: number;
  userId: number;
  application: ApplicationSummary;
  /** The union of the scopes of the application's tokens for this user, in order of first appearance. */
  scopes: string[];
  /** Last use of one of its tokens, rounded down to the hour. */
  lastUsedAt: string | null;
  createdAt: string;
  /** When the scopes changed last. */
  updatedAt: string;
}

export interface GrantStore {
  byId(userId: number, id: number): Promise<Grant | undefined>;
  byApplication(userId: number, applicationId: number): Promise<Grant | undefined>;
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Grant>>;
  /**
   * Deletes the grant, the tokens of the application for the user, and the codes that were not exchanged yet, in one
   * transaction. False when there is none.
   */
  deleteWithTokens(userId: number, id: number, event?: NewSecurityEvent): Promise<boolean>;
  /** Deletes all grants of the user, with tokens and codes. Returns their number, of which the event can be made. */
  deleteAllWithTokens(userId: number, event?: EventOf<number>): Promise<number>;
}
