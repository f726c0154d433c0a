import type { ApplicationSummary, Authorization } from '../authorizations/store.ts';
import { toSummary } from './applications.ts';
import { toScopes } from './scopes.ts';
import type { Database } from './tables.ts';

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

export const tokenColumns = [
  'authorizations.id',
  'authorizations.user_id',
  'authorizations.application_id',
  'authorizations.hashed_token',
  'authorizations.token_last_eight',
  'authorizations.note',
  'authorizations.note_url',
  'authorizations.scopes',
  'authorizations.fingerprint',
  'authorizations.created_at',
  'authorizations.updated_at',
] as const;

export interface TokenRow {
  id: number;
  user_id: number;
  application_id: number | null;
  hashed_token: string;
  token_last_eight: string;
  note: string | null;
  note_url: string | null;
  scopes: string;
  fingerprint: string | null;
  created_at: string;
  updated_at: string;
}

export function toAuthorization(row: TokenRow & Parameters<typeof toSummary>[0]): Authorization {
  return withApplication(row, toSummary(row));
}

export function withApplication(row: TokenRow, application: ApplicationSummary | null): Authorization {
  return {
    id: row.id,
    userId: row.user_id,
    application,
    hashedToken: row.hashed_token,
    tokenLastEight: row.token_last_eight,
    note: row.note,
    noteUrl: row.note_url,
    scopes: toScopes(row.scopes),
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
