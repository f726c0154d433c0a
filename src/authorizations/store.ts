import type { Later } from '../later.ts';
import { toDigest } from './tokens.ts';

/**
 * What the authorization service asks of its storage, in the domain's own words, and the records the two trade in.
 * `storage/` implements it. Times are UTC text in the API's own format, `2020-03-01T09:00:00Z`.
 */
export interface Store {
  readonly users: UserStore;
  readonly applications: ApplicationStore;
  readonly authorizations: AuthorizationStore;
  readonly grants: GrantStore;
  readonly signInFailures: SignInFailureStore;
  readonly oneTimePasswords: OneTimePasswordStore;
  /** Proves that the database answers. */
  ping(): Promise<void>;
  /** Removes every record and keeps the schema. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface User {
  id: number;
  /** As it was written when the user was made; compared without regard to case. */
  login: string;
  name: string | null;
  email: string | null;
  siteAdmin: boolean;
  /** PHC string of argon2id. */
  passwordHash: string;
  twoFactor: TwoFactor | null;
  createdAt: string;
  updatedAt: string;
}

/** An authenticator app's shared secret, in base32 (RFC 4648 §6). */
export interface TwoFactor {
  method: 'app';
  secret: string;
}

export type NewUser = Omit<User, 'id'>;

export interface UserStore {
  /** Undefined when the login is taken, in any case. */
  add(user: NewUser): Promise<User | undefined>;
  byId(id: number): Promise<User | undefined>;
  byLogin(login: string): Promise<User | undefined>;
  /** The user and the sign-in failures counted against the login, in one read: this is asked on every call. */
  credentials(login: string): Later<{ user: User | undefined; failures: SignInFailures | undefined }>;
  /** False when there is no such user, or when the new login is another's. */
  update(id: number, change: Partial<Omit<User, 'id' | 'createdAt'>>): Promise<boolean>;
  list(): Promise<User[]>;
  /** Whether nobody has been added yet. */
  isEmpty(): Promise<boolean>;
}

export interface Application {
  id: number;
  name: string;
  url: string;
  /** Twenty characters. */
  clientId: string;
  /** Lower-case hexadecimal SHA-256 of the client secret. */
  secretDigest: string;
  ownerId: number | null;
  createdAt: string;
  updatedAt: string;
}

export type NewApplication = Omit<Application, 'id'>;

export interface ApplicationStore {
  /** Undefined when the client id is taken. */
  add(application: NewApplication): Promise<Application | undefined>;
  byClientId(clientId: string): Promise<Application | undefined>;
  /** False when there is no such application, or when the new client id is another's. */
  update(id: number, change: Partial<Omit<Application, 'id' | 'createdAt'>>): Promise<boolean>;
  list(): Promise<Application[]>;
}

/** What an answer shows of an application. */
export type ApplicationSummary = Pick<Application, 'id' | 'name' | 'url' | 'clientId'>;

/** One token: of an application, or personal when `application` is null. */
export interface Authorization {
  id: number;
  userId: number;
  application: ApplicationSummary | null;
  /** Lower-case hexadecimal SHA-256 of the token. */
  hashedToken: string;
  tokenLastEight: string;
  note: string | null;
  noteUrl: string | null;
  scopes: string[];
  fingerprint: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface NewAuthorization {
  userId: number;
  /** Null for a personal access token. */
  applicationId: number | null;
  hashedToken: string;
  tokenLastEight: string;
  note: string | null;
  noteUrl: string | null;
  scopes: string[];
  fingerprint: string | null;
  /** The moment of the call: it becomes `createdAt` and `updatedAt`, of the grant too where one is made or changed. */
  at: string;
}

export interface Page {
  /** From 1. */
  page: number;
  perPage: number;
}

export interface Listing<Item> {
  items: Item[];
  /** How many there are on all pages together; kept as a counter, never counted row by row. */
  total: number;
}

export interface AuthorizationStore {
  /**
   * Adds the token, and for an application's token its grant, or widens the grant's scopes, all in one transaction.
   * Undefined when the place is taken: (user, application, fingerprint) for an application's token, (user, note,
   * fingerprint) for a personal one; personal tokens without a note never collide. A unique constraint decides.
   */
  create(authorization: NewAuthorization): Promise<Authorization | undefined>;
  /** As `create`, but answers with the one that holds the place, unchanged, when there is one. */
  getOrCreate(
    authorization: NewAuthorization & { applicationId: number },
  ): Promise<{ authorization: Authorization; created: boolean }>;
  /** Of this user alone: undefined for another's. */
  byId(userId: number, id: number): Promise<Authorization | undefined>;
  /** The token's record and its user, for whoever presents the token. */
  byHashedToken(hashedToken: string): Promise<{ authorization: Authorization; user: User } | undefined>;
  /** By application (personal tokens first), then fingerprint (none first), then id. */
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Authorization>>;
  /** Deletes one token. Its grant stays, its scopes become the union of what is left. False when there is none. */
  delete(userId: number, id: number, at: string): Promise<boolean>;
}

/** That a user let an application in: one for each pair of user and application. */
export interface Grant {
  id: number;
  userId: number;
  application: ApplicationSummary;
  /** The union of the scopes of the application's tokens for this user, in order of first appearance. */
  scopes: string[];
  createdAt: string;
  /** Moves when the union changes. */
  updatedAt: string;
}

export interface GrantStore {
  byId(userId: number, id: number): Later<Grant | undefined>;
  list(userId: number, page: Page, clientId?: string): Promise<Listing<Grant>>;
  /** Deletes the grant and every token the application holds for the user, at once. False when there is none. */
  deleteWithTokens(userId: number, id: number): Promise<boolean>;
}

/** Failures counted in a window that begins with the first of them. */
export interface SignInFailures {
  count: number;
  /** Milliseconds since the epoch. */
  firstAt: number;
}

/** Keys are the service's own: `signInFailureKey(login)`, or such as `address:192.0.2.1`. */
export interface SignInFailureStore {
  byKey(key: string): Promise<SignInFailures | undefined>;
  /** Adds one failure, or begins a new window when the old one began more than `window` milliseconds ago. */
  add(key: string, at: number, window: number): Promise<SignInFailures>;
  clear(key: string): Promise<void>;
}

/**
 * The key that counts the failures against a login, and the one `users.credentials` reads. What is longer than any
 * login may be a token that was put in its place, and is not kept in clear.
 */
export function signInFailureKey(login: string): string {
  const name = login.toLowerCase();
  return name.length > LONGEST_LOGIN ? `login:sha256:${toDigest(name)}` : `login:${name}`;
}

const LONGEST_LOGIN = 39;

export interface OneTimePasswordStore {
  /** Marks a time step as used by this user; false when it, or a later one, was used before (RFC 6238 §5.2). */
  spend(userId: number, step: number): Promise<boolean>;
}
