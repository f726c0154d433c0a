import type { Authorization } from './authorizations.ts';
import type { Listing, Page } from './page.ts';

export interface Organization {
  id: number;
  /** As it was written; compared without regard to case. */
  login: string;
  name: string | null;
  /** Whether tokens need to be allowed one by one, by whoever has signed in at the organization. */
  saml: 'off' | 'enforced';
  createdAt: string;
  updatedAt: string;
}

/** That a token is allowed for an organization. */
export interface Approval {
  authorization: Authorization;
  /** Of the token's user. */
  login: string;
  /** Since when. */
  at: string;
}

export interface OrganizationStore {
  /** Undefined when the login is taken, in any case. */
  add(organization: Omit<Organization, 'id'>): Promise<Organization | undefined>;
  byLogin(login: string): Promise<Organization | undefined>;
  byId(id: number): Promise<Organization | undefined>;
  update(id: number, change: Partial<Omit<Organization, 'id' | 'createdAt'>>): Promise<boolean>;
  list(): Promise<Organization[]>;
  /** The organizations that the user belongs to, by id. */
  ofUser(userId: number): Promise<Organization[]>;
  isMember(organizationId: number, userId: number): Promise<boolean>;
  /** The members are these from now on; the tokens of those who left are no longer allowed. */
  setMembers(organizationId: number, userIds: readonly number[]): Promise<void>;
  /** The logins of the members, in order. */
  members(organizationId: number): Promise<string[]>;
  /** Allows a token for the organization. Allowing it twice changes nothing. */
  allow(authorizationId: number, organizationId: number, at: string): Promise<void>;
  /** False when it was not allowed. */
  disallow(authorizationId: number, organizationId: number): Promise<boolean>;
  /** The organizations that a token is allowed for. */
  allowedOf(authorizationId: number): Promise<number[]>;
  /** The tokens that are allowed for an organization, by id. Total counted where it is asked. */
  approvals(organizationId: number, page: Page): Promise<Listing<Approval>>;
}
