import type { ApplicationSummary } from './applications.ts';
import type { EventOf, NewSecurityEvent } from './audit.ts';
import type { Listing, Page } from './page.ts';
import type { User } from './users.ts';

/**
 * How a token was created: by a call of the API, by the web or device flow, on the settings page, or by a site
 * administrator who acts in the user's name.
 */
export type TokenOrigin = 'interface' | 'flow' | 'page' | 'impersonation';

/** A token: of an application, or with `application` null a personal token or one of a site administrator. */
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
  /** The token is invalid from this time on. */
  expiresAt: string | null;
  /** To the hour. */
  lastUsedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The members of a token that its entries in the security log depend on. */
export type LoggedToken = Pick<Authorization, 'userId' | 'application' | 'note' | 'tokenLastEight'>;

export interface NewAuthorization
  extends Pick<Authorization, 'userId' | 'note' | 'noteUrl' | 'scopes' | 'fingerprint'>,
    NewToken {
  /** Null for a personal access token. */
  applicationId: number | null;
  /** By default `interface`. */
  origin?: TokenOrigin;
  expiresAt?: string | null;
  /** The time of the call: `createdAt` and `updatedAt` of the token, and of the grant where it is created or changed. */
  at: string;
}

export type NewToken = Pick<Authorization, 'hashedToken' | 'tokenLastEight'>;

/** The members of a token that can change; undefined members stay as they are. */
export type AuthorizationChange = Partial<
  Pick<Authorization, 'note' | 'noteUrl' | 'scopes' | 'fingerprint' | 'expiresAt'>
>;

/** A token and its user. */
export interface OwnedAuthorization {
  authorization: Authorization;
  user: User;
}

/** The digest of the code that a token of a flow is made of. */
export type FlowCode = { readonly authorizationCode: string } | { readonly deviceCode: string };

export interface TokenDeletion {
  /** Where the caller presented the token: a token that replaced it is not deleted. */
  readonly hashedToken?: string;
  readonly event?: NewSecurityEvent;
}

/** Methods that change tokens take the event of the security log that is stored with the change. */
export interface AuthorizationStore {
  /**
   * Adds the token. For an application's token, also adds its grant or adds the scopes to the grant, in one transaction.
   * Undefined when another token has its uniqueness key: (user, application, fingerprint) for an application's token,
   * (user, note, fingerprint) for a personal one, (user) for impersonation. Personal tokens without a note and tokens of a
   * flow have none. A unique constraint decides.
   * @throws RecordDeletedError when the user or the application is deleted at the same time; so do the other methods
   *   that add a token.
   */
  create(authorization: NewAuthorization, event?: EventOf<LoggedToken>): Promise<Authorization | undefined>;
  /** Like `create`, but returns the token that has the uniqueness key, unchanged and without an event, when there is one. */
  getOrCreate(
    authorization: NewAuthorization & { applicationId: number },
    event?: EventOf<LoggedToken>,
  ): Promise<{ authorization: Authorization; created: boolean }>;
  /**
   * Adds a token of a flow, and deletes the oldest tokens of flows with the same user, application and set of scopes
   * beyond `max`. Undefined, and nothing is added, when the code that the token is made of was deleted, was presented
   * again, or was exchanged by another request.
   * @param authorization with the organizations that the token is allowed for
   */
  createInFlow(
    authorization: NewAuthorization & { applicationId: number; organizationIds?: readonly number[] },
    max: number,
    code?: FlowCode,
    event?: EventOf<LoggedToken>,
  ): Promise<Authorization | undefined>;
  /** Undefined when the token belongs to another user. */
  byId(userId: number, id: number): Promise<Authorization | undefined>;
  /** The token, expired or not, and its user. */
  byHashedToken(hashedToken: string): Promise<OwnedAuthorization | undefined>;
  /** Ordered by application (those without first), fingerprint (none first), and id. */
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Authorization>>;
  /** Personal tokens of one user or of all, by default ordered by id. The total is counted on each call. */
  listPersonal(page: Page, userId?: number, first?: 'oldest' | 'newest'): Promise<Listing<Authorization>>;
  /**
   * Changes one token under a lock: `decide` gets the current token and returns the change. The scopes of the grant are
   * updated. `taken` when another token has the new uniqueness key; undefined when the user has no such token.
   */
  update(
    userId: number,
    id: number,
    decide: (current: Authorization) => AuthorizationChange,
    at: string,
    event?: EventOf<Authorization>,
  ): Promise<Authorization | 'taken' | undefined>;
  /** Replaces the token of a record; the old token is invalid at once. Undefined when the application has no such token. */
  replaceToken(
    applicationId: number,
    hashedToken: string,
    token: NewToken,
    at: string,
    event?: EventOf<Authorization>,
  ): Promise<OwnedAuthorization | undefined>;
  /** Like `replaceToken`, for a personal token by its id. */
  regenerate(
    userId: number,
    id: number,
    token: NewToken,
    at: string,
    event?: EventOf<Authorization>,
  ): Promise<Authorization | undefined>;
  /** Adds an impersonation token in place of the previous one of the same user. */
  replaceImpersonation(authorization: NewAuthorization, event?: EventOf<LoggedToken>): Promise<Authorization>;
  /** The user's impersonation token. */
  impersonation(userId: number): Promise<Authorization | undefined>;
  /** A personal token of any user. */
  personalById(id: number): Promise<Authorization | undefined>;
  /** Records the use of the token, on its grant too. */
  touch(id: number, at: string): Promise<void>;
  /** Deletes one token. Its grant stays, with the union of the scopes of the other tokens. False when there is none. */
  delete(userId: number, id: number, at: string, deletion?: TokenDeletion): Promise<boolean>;
  /** Deletes all personal tokens of the user. Returns their number, of which the event can be made. */
  deleteAllPersonal(userId: number, event?: EventOf<number>): Promise<number>;
}
