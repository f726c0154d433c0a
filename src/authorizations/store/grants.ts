import type { ApplicationSummary } from './applications.ts';
import type { Listing, Page } from './page.ts';

/** That a user let an application in: one for each pair of user and application. */
export interface Grant {
  id: number;
  userId: number;
  application: ApplicationSummary;
  /** The union of the scopes of the application's tokens for this user, in order of first appearance. */
  scopes: string[];
  /** To the hour: when the last of its tokens was used. */
  lastUsedAt: string | null;
  createdAt: string;
  /** Moves when the union changes. */
  updatedAt: string;
}

export interface GrantStore {
  byId(userId: number, id: number): Promise<Grant | undefined>;
  byApplication(userId: number, applicationId: number): Promise<Grant | undefined>;
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Grant>>;
  /**
   * Deletes the grant and every token the application holds for the user, at once, and with them the codes that it has
   * not fetched a token for yet. False when there is none.
   */
  deleteWithTokens(userId: number, id: number): Promise<boolean>;
  /** Deletes every grant of the user, with tokens and codes; answers how many there were. */
  deleteAllWithTokens(userId: number): Promise<number>;
}
