import { type SqlBool, sql } from 'kysely';
import type { ApplicationSummary, Authorization } from '../../store/index.ts';
import { prepareRecord } from '../engine/prepare.ts';
import { applications } from '../schema/tables/applications.ts';
import { authorizations } from '../schema/tables/authorizations.ts';
import { users } from '../schema/tables/users.ts';
import type { Database } from '../schema/tables.ts';

/** An application as it is joined to a token or a grant. */
export const summary = applications.as('app', ['id', 'name', 'url', 'clientId']);

/** A user as it is joined to a token or a session. */
export const owner = users.as('owner');

/** Tokens with their applications. */
export function authorizationsWithApplication(db: Database) {
  return db
    .selectFrom('authorizations')
    .leftJoin('applications', 'applications.id', 'application_id')
    .select(authorizations.columns)
    .select(summary.columns);
}

/** Whether a token is its user's own. Two indexes of the second migration have the very same expression. */
export const isPersonal = sql<SqlBool>`application_id is null and origin <> 'impersonation'`;

/** A token by its id, of this user alone. */
export function prepareById() {
  return prepareRecord(
    (db, userId: number, id: number) =>
      authorizationsWithApplication(db).where('user_id', '=', userId).where('authorizations.id', '=', id),
    toAuthorization,
  );
}

/** A token by its digest, with its user. */
export function prepareByHashedToken() {
  return prepareRecord(
    (db, hashedToken: string) =>
      authorizationsWithApplication(db)
        .innerJoin('users', 'users.id', 'user_id')
        .select(owner.columns)
        .where('hashed_token', '=', hashedToken),
    (row) => ({ authorization: toAuthorization(row), user: owner.toRecord(row) }),
  );
}

/** The application of a token; null for a token without one. */
export async function readSummary(db: Database, id: number | null): Promise<ApplicationSummary | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom('applications')
    .select(summary.columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return summary.toRecord(row);
}

type AuthorizationRow = Parameters<typeof authorizations.toRecord>[0];

export function toAuthorization(
  row: AuthorizationRow & Parameters<typeof summary.toRecordOrNull>[0],
): Authorization {
  return withApplication(row, summary.toRecordOrNull(row));
}

export function withApplication(
  row: AuthorizationRow,
  application: ApplicationSummary | null,
): Authorization {
  const { applicationId: _, ...authorization } = authorizations.toRecord(row);
  return { ...authorization, application };
}
