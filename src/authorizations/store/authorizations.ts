import type { ApplicationSummary } from './applications.ts';
import type { Listing, Page } from './page.ts';
import type { User } from './users.ts';

/**
 * Where a token came from: a call of this interface, the web or device flow, the settings page, or a site
 * administrator who acts in the user's name.
 */
export type TokenOrigin = 'interface' | 'flow' | 'page' | 'impersonation';

/** One token: of an application, or without one (`application` null) personal, or a site administrator's. */
export interface Authorization {
  id: number;
  userId: number;
  application: ApplicationSummary | null;
  origin: TokenOrigin;
  /** Lower-case hexadecimal SHA-256 of the token. */
  hashedToken: string;
  tokenLastEight: string;
  note: string | null;
  noteUrl: string | null;
  scopes: string[];
  fingerprint: string | null;
  /** From this moment on the token is worth nothing. */
  expiresAt: string | null;
  /** To the hour. */
  lastUsedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface NewAuthorization
  extends Pick<Authorization, 'userId' | 'note' | 'noteUrl' | 'scopes' | 'fingerprint'>,
    NewToken {
  /** Null for a personal access token. */
  applicationId: number | null;
  /** By default `interface`. */
  origin?: TokenOrigin;
  expiresAt?: string | null;
  /** The moment of the call: it becomes `createdAt` and `updatedAt`, of the grant too where one is made or changed. */
  at: string;
}

export type NewToken = Pick<Authorization, 'hashedToken' | 'tokenLastEight'>;

/** What a change of a token may touch; what is undefined stays. */
export type AuthorizationChange = Partial<
  Pick<Authorization, 'note' | 'noteUrl' | 'scopes' | 'fingerprint' | 'expiresAt'>
>;

/** The record of a token, and whose it is. */
export interface OwnedAuthorization {
  authorization: Authorization;
  user: User;
}

/** The digest of the code that a token of a flow is made of. */
export type FlowCode = { readonly authorizationCode: string } | { readonly deviceCode: string };

export interface AuthorizationStore {
  /**
   * Adds the token, and for an application's token its grant, or widens the grant's scopes, all in one transaction.
   * Undefined when the place is taken: (user, application, fingerprint) for an application's token, (user, note,
   * fingerprint) for a personal one, one a user for impersonation; personal tokens without a note, and those of a flow,
   * never collide. A unique constraint decides.
   * @throws RecordDeletedError when the user or the application is deleted at the same time; so do the other methods
   *   that add a token.
   */
  create(authorization: NewAuthorization): Promise<Authorization | undefined>;
  /** As `create`, but answers with the one that holds the place, unchanged, when there is one. */
  getOrCreate(
    authorization: NewAuthorization & { applicationId: number },
  ): Promise<{ authorization: Authorization; created: boolean }>;
  /**
   * Adds a token of a flow, and deletes the oldest of the same user, application and set of scopes that came from a
   * flow until no more than `most` are left. Undefined, and nothing is added, when the code that the token is made of is
   * gone, was presented again, or was exchanged by another request.
   */
  createInFlow(
    authorization: NewAuthorization & { applicationId: number },
    most: number,
    code?: FlowCode,
  ): Promise<Authorization | undefined>;
  /** Of this user alone: undefined for another's. */
  byId(userId: number, id: number): Promise<Authorization | undefined>;
  /** The token's record and its user, for whoever presents the token, expired or not. */
  byHashedToken(hashedToken: string): Promise<OwnedAuthorization | undefined>;
  /** By application (those without first), then fingerprint (none first), then id. */
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Authorization>>;
  /** Personal tokens, of one user or of all, by id. Total counted where it is asked. */
  listPersonal(page: Page, userId?: number): Promise<Listing<Authorization>>;
  /**
   * Changes one token under a lock; `decide` sees it as it then is and says what changes. The grant's scopes follow.
   * `taken` when the place it would move to is another token's; undefined when there is none of this user.
   */
  update(
    userId: number,
    id: number,
    decide: (current: Authorization) => AuthorizationChange,
    at: string,
  ): Promise<Authorization | 'taken' | undefined>;
  /** Gives the record another token: the old one is worth nothing at once. Undefined when the application has none such. */
  replaceToken(
    applicationId: number,
    hashedToken: string,
    token: NewToken,
    at: string,
  ): Promise<OwnedAuthorization | undefined>;
  /** As `replaceToken`, of a personal token that its user names by its id. */
  regenerate(userId: number, id: number, token: NewToken, at: string): Promise<Authorization | undefined>;
  /** The user's impersonation token. */
  impersonation(userId: number): Promise<Authorization | undefined>;
  /** A personal token of whichever user. */
  personalById(id: number): Promise<Authorization | undefined>;
  /** Notes that the token was used, on its grant too. */
  touch(id: number, at: string): Promise<void>;
  /**
   * Deletes one token. Its grant stays, its scopes become the union of what is left. False when there is none.
   * @param hashedToken where the token itself was named: one that has taken its place stays
   */
  delete(userId: number, id: number, at: string, hashedToken?: string): Promise<boolean>;
  /** Deletes all personal tokens of the user; answers how many there were. */
  deleteAllPersonal(userId: number): Promise<number>;
}
