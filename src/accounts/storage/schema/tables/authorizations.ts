import { hash } from 'node:crypto';
import type { Authorization, Grant, NewAuthorization } from '#accounts/store/index.ts';
import {
  counter,
  identity,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  withDefault,
} from './column.ts';
import { column, defineTable } from './table.ts';

/** A grant as its table holds it. */
export interface StoredGrant extends Omit<Grant, 'application'> {
  applicationId: number;
}

/** An authorization as its table holds it. */
export interface StoredAuthorization extends Omit<Authorization, 'application'> {
  applicationId: number | null;
}

export const grants = defineTable<StoredGrant>()(
  'grants',
  {
    id: column('id', identity),
    userId: column('user_id', integer),
    applicationId: column('application_id', integer),
    scopes: column('scopes', textList),
    lastUsedAt: column('last_used_at', nullable(timestamp)),
    createdAt: column('created_at', timestamp),
    updatedAt: column('updated_at', timestamp),
  },
  {
    /** Kept by the transactions that add and delete tokens. */
    authorization_count: withDefault(counter),
  },
);

export const authorizations = defineTable<StoredAuthorization>()(
  'authorizations',
  {
    id: column('id', identity),
    userId: column('user_id', integer),
    applicationId: column('application_id', nullable(integer)),
    origin: column('origin', withDefault(oneOf('interface', 'flow', 'page', 'impersonation'))),
    hashedToken: column('hashed_token', text),
    tokenLastEight: column('token_last_eight', text),
    note: column('note', nullable(text)),
    noteUrl: column('note_url', nullable(text)),
    scopes: column('scopes', textList),
    fingerprint: column('fingerprint', nullable(text)),
    expiresAt: column('expires_at', nullable(timestamp)),
    lastUsedAt: column('last_used_at', nullable(timestamp)),
    createdAt: column('created_at', timestamp),
    updatedAt: column('updated_at', timestamp),
  },
  {
    /** The uniqueness key: see `computeUniquenessKey`. The first release named the column, and databases have it. */
    slot: nullable(text),
  },
);

/**
 * What only one token of a user can have: an application's token its application and fingerprint, a personal one its note
 * and fingerprint, an impersonation token nothing else. A digest, so that an index can hold it whatever the length. Null,
 * of tokens of a flow and personal tokens without a note, is never a duplicate.
 */
export function computeUniquenessKey(
  token: Pick<NewAuthorization, 'applicationId' | 'origin' | 'note' | 'fingerprint'>,
): string | null {
  if (token.origin === 'flow') return null;
  if (token.origin === 'impersonation') return digest(['impersonation']);
  if (token.applicationId !== null) return digest(['application', token.applicationId, token.fingerprint]);
  if (token.note !== null) return digest(['note', token.note, token.fingerprint]);
  return null;
}

function digest(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
