import type { Generated, Kysely } from 'kysely';

/**
 * Both engines hold the same: times are UTC text in the API's own format, booleans 0 or 1, scopes JSON text, secrets
 * digests. A column that ends in `_count` is kept by the transactions that add and remove what it counts.
 */
export interface Tables {
  users: UsersTable;
  applications: ApplicationsTable;
  grants: GrantsTable;
  authorizations: AuthorizationsTable;
  sign_in_failures: SignInFailuresTable;
}

export type Database = Kysely<Tables>;

export interface UsersTable {
  id: Generated<number>;
  login: string;
  /** The login in lower case. */
  login_key: string;
  name: string | null;
  email: string | null;
  site_admin: number;
  password_hash: string;
  two_factor_method: string | null;
  two_factor_secret: string | null;
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
  client_id: string;
  secret_digest: string;
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
  created_at: string;
  updated_at: string;
}

export interface AuthorizationsTable {
  id: Generated<number>;
  user_id: number;
  application_id: number | null;
  hashed_token: string;
  token_last_eight: string;
  note: string | null;
  note_url: string | null;
  scopes: string;
  fingerprint: string | null;
  /** What only one token of a user may hold: see `slots.ts`. */
  slot: string | null;
  created_at: string;
  updated_at: string;
}

export interface SignInFailuresTable {
  key: string;
  count: number;
  first_at: number;
}
