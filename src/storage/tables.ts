import type { Generated, Kysely } from 'kysely';
import type { DeviceCode, Message, Organization, Session, TokenOrigin } from '../authorizations/store.ts';

/**
 * Both engines hold the same: times are UTC text in the API's own format or milliseconds, booleans 0 or 1, lists JSON
 * text, secrets digests. A column that ends in `_count` is kept by the transactions that add and remove what it counts.
 */
export interface Tables {
  users: UsersTable;
  applications: ApplicationsTable;
  grants: GrantsTable;
  authorizations: AuthorizationsTable;
  sign_in_failures: SignInFailuresTable;
  recovery_codes: RecoveryCodesTable;
  messages: MessagesTable;
  sessions: SessionsTable;
  authorization_codes: AuthorizationCodesTable;
  device_codes: DeviceCodesTable;
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  organization_approvals: OrganizationApprovalsTable;
  audited_calls: AuditedCallsTable;
  security_events: SecurityEventsTable;
}

export type Database = Kysely<Tables>;

/** Every table, after those it refers to, and whether the database counts its ids. */
const identities: Readonly<Record<keyof Tables, boolean>> = {
  users: true,
  applications: true,
  grants: true,
  authorizations: true,
  sign_in_failures: false,
  recovery_codes: false,
  messages: true,
  sessions: false,
  authorization_codes: false,
  device_codes: false,
  organizations: true,
  organization_members: false,
  organization_approvals: false,
  audited_calls: true,
  security_events: true,
};

export const tableNames: readonly string[] = Object.keys(identities);

export const countedTableNames: readonly string[] = Object.entries(identities)
  .filter(([, isCounted]) => isCounted)
  .map(([name]) => name);

export interface UsersTable {
  id: Generated<number>;
  login: string;
  /** The login in lower case. */
  login_key: string;
  name: string | null;
  email: string | null;
  email_verified: Generated<number>;
  site_admin: number;
  password_hash: string;
  two_factor_method: string | null;
  two_factor_secret: string | null;
  two_factor_phone: string | null;
  suspended_at: string | null;
  last_one_time_password_step: Generated<number>;
  authorization_count: Generated<number>;
  grant_count: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface ApplicationsTable {
  id: Generated<number>;
  name: string;
  url: string;
  description: string | null;
  callback_url: string | null;
  client_id: string;
  secret_digest: string;
  is_suspended: Generated<number>;
  owner_id: number | null;
  created_at: string;
  updated_at: string;
}

export interface GrantsTable {
  id: Generated<number>;
  user_id: number;
  application_id: number;
  scopes: string;
  authorization_count: Generated<number>;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface AuthorizationsTable {
  id: Generated<number>;
  user_id: number;
  application_id: number | null;
  origin: Generated<TokenOrigin>;
  hashed_token: string;
  token_last_eight: string;
  note: string | null;
  note_url: string | null;
  scopes: string;
  fingerprint: string | null;
  /** What only one token of a user may hold: see `slots.ts`. */
  slot: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface SignInFailuresTable {
  key: string;
  count: number;
  first_at: number;
  /** When the window is over, and the row can be removed. */
  ends_at: number;
  /** Whether the row is kept until then: 1 unless the login is nobody's. */
  is_known: number;
}

export interface RecoveryCodesTable {
  user_id: number;
  digest: string;
}

export interface MessagesTable {
  id: Generated<number>;
  user_id: number;
  channel: Message['channel'];
  recipient: string;
  text: string;
  code: string | null;
  sent_at: number;
  expires_at: number | null;
  spent_at: number | null;
}

export interface SessionsTable {
  digest: string;
  user_id: number;
  stage: Session['stage'];
  created_at: number;
  expires_at: number;
  address: string;
  user_agent: string | null;
}

export interface AuthorizationCodesTable {
  digest: string;
  application_id: number;
  user_id: number;
  redirect_uri: string | null;
  scopes: string;
  challenge_method: 'plain' | 'S256' | null;
  challenge: string | null;
  organization_ids: string;
  expires_at: number;
  /** When it was redeemed, whatever came of it. */
  redeemed_at: number | null;
  /** 1 when it was presented again after that. */
  is_replayed: Generated<number>;
  /** The token that was made of it. */
  authorization_id: number | null;
}

export interface DeviceCodesTable {
  digest: string;
  /** In upper case. */
  user_code: string;
  application_id: number;
  scopes: string;
  decision: DeviceCode['decision'];
  user_id: number | null;
  organization_ids: string;
  expires_at: number;
  poll_interval: number;
  asked_at: number | null;
  /** Of the client that asked for it. */
  network: string;
}

export interface OrganizationsTable {
  id: Generated<number>;
  login: string;
  /** The login in lower case. */
  login_key: string;
  name: string | null;
  saml: Organization['saml'];
  created_at: string;
  updated_at: string;
}

export interface OrganizationMembersTable {
  organization_id: number;
  user_id: number;
}

export interface OrganizationApprovalsTable {
  authorization_id: number;
  organization_id: number;
  created_at: string;
}

export interface AuditedCallsTable {
  id: Generated<number>;
  first_at: number;
  last_at: number;
  calls: number;
  login: string | null;
  /** The login in lower case. */
  login_key: string | null;
  client_id: string | null;
  user_agent: string | null;
  address: string;
  method: string;
  path: string;
  status: number;
  is_deprecated: number;
}

export interface SecurityEventsTable {
  id: Generated<number>;
  user_id: number;
  action: string;
  subject: string | null;
  address: string;
  user_agent: string | null;
  happened_at: number;
}
