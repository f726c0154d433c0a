import { type SqlBool, sql } from 'kysely';
import type { ApplicationSummary, Authorization, TokenOrigin } from '../authorizations/store.ts';
import { toSummary } from './application-summary.ts';
import { prepare } from './prepare.ts';
import { toScopes } from './scopes.ts';
import type { Database } from './tables.ts';
import { ownerColumns } from './user-rows.ts';

/** Tokens with their applications. */
export function authorizations(db: Database) {
  return db
    .selectFrom('authorizations')
    .leftJoin('applications', 'applications.id', 'application_id')
    .select(tokenColumns)
    .select([
      'applications.name as application_name',
      'applications.url as application_url',
      'applications.client_id as application_client_id',
    ]);
}

/** Whether a token is its user's own. Two indexes of the second migration have the very same expression. */
export const isPersonal = sql<SqlBool>`application_id is null and origin <> 'impersonation'`;

export const tokenColumns = [
  'authorizations.id',
  'authorizations.user_id',
  'authorizations.application_id',
  'authorizations.origin',
  'authorizations.hashed_token',
  'authorizations.token_last_eight',
  'authorizations.note',
  'authorizations.note_url',
  'authorizations.scopes',
  'authorizations.fingerprint',
  'authorizations.expires_at',
  'authorizations.last_used_at',
  'authorizations.created_at',
  'authorizations.updated_at',
] as const;

export interface TokenRow {
  id: number;
  user_id: number;
  application_id: number | null;
  origin: TokenOrigin;
  hashed_token: string;
  token_last_eight: string;
  note: string | null;
  note_url: string | null;
  scopes: string;
  fingerprint: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A token by its id, of this user alone. */
export function prepareById() {
  return prepare((db, userId: number, id: number) =>
    authorizations(db).where('user_id', '=', userId).where('authorizations.id', '=', id),
  );
}

/** A token by its digest, with its user. */
export function prepareByHashedToken() {
  return prepare((db, hashedToken: string) =>
    authorizations(db)
      .innerJoin('users', 'users.id', 'user_id')
      .select(ownerColumns)
      .where('hashed_token', '=', hashedToken),
  );
}

export function toAuthorization(row: TokenRow & Parameters<typeof toSummary>[0]): Authorization {
  return withApplication(row, toSummary(row));
}

export function withApplication(row: TokenRow, application: ApplicationSummary | null): Authorization {
  return {
    id: row.id,
    userId: row.user_id,
    application,
    origin: row.origin,
    hashedToken: row.hashed_token,
    tokenLastEight: row.token_last_eight,
    note: row.note,
    noteUrl: row.note_url,
    scopes: toScopes(row.scopes),
    fingerprint: row.fingerprint,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
