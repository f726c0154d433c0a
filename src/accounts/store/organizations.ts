import type { NewSecurityEvent } from './audit.ts';
import type { Authorization } from './authorizations.ts';
import type { Listing, Page } from './page.ts';

export interface Organization {
  id: number;
  /** In its original case; compared without regard to case. */
  login: string;
  name: string | null;
  /** Whether each token must be allowed by a user who has signed in at the organization. */
  saml: 'off' | 'enforced';
  createdAt: string;
  updatedAt: string;
}

/** A token that is allowed for an organization. */
export interface Approval {
  authorization: Authorization;
  /** Login of the token's user. */
  login: string;
  /** When the token was allowed. */
  at: string;
}

export interface OrganizationStore {
  /** Undefined when the login is taken, in any case. */
  add(organization: Omit<Organization, 'id'>): Promise<Organization | undefined>;
  byLogin(login: string): Promise<Organization | undefined>;
  byId(id: number): Promise<Organization | undefined>;
  update(id: number, change: Partial<Omit<Organization, 'id' | 'createdAt'>>): Promise<boolean>;
  list(): Promise<Organization[]>;
  /** The organizations of the user, ordered by id. */
  ofUser(userId: number): Promise<Organization[]>;
  isMember(organizationId: number, userId: number): Promise<boolean>;
  /** Replaces the members. Tokens of former members are no longer allowed. */
  setMembers(organizationId: number, userIds: readonly number[]): Promise<void>;
  /** The logins of the members, sorted. */
  members(organizationId: number): Promise<string[]>;
  /** Allows a token for the organization, and stores the event in the same transaction. Idempotent. */
  allow(authorizationId: number, organizationId: number, at: string, event?: NewSecurityEvent): Promise<void>;
  /** Stores the event in the same transaction. False when the token was not allowed. */
  disallow(authorizationId: number, organizationId: number, event?: NewSecurityEvent): Promise<boolean>;
  /** The organizations that a token is allowed for. */
  allowedOf(authorizationId: number): Promise<number[]>;
  /** The tokens that are allowed for an organization, ordered by id. The total is counted on each call. */
  approvals(organizationId: number, page: Page): Promise<Listing<Approval>>;
}
