import { sql } from 'kysely';
import type { NewSecurityEvent } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import { addToCounters } from '../engine/transactions.ts';
import { grants } from '../schema/tables/authorizations.ts';
import { textList, timestamp } from '../schema/tables/column.ts';
import type { Database } from '../schema/tables.ts';

interface GrantKey {
  userId: number;
  applicationId: number;
  at: string;
}

/** Adds a token to the counter and its scopes to the grant, or creates the grant. The caller has locked the user's row. */
export async function addToGrant(
  db: Database,
  { userId, applicationId, scopes, at }: GrantKey & { scopes: string[] },
) {
  const grant = await db
    .updateTable('grants')
    .set((column) => ({ authorization_count: column('authorization_count', '+', 1) }))
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .returning(['id', 'scopes'])
    .executeTakeFirst();

  if (grant !== undefined)
    return await setScopes(db, grant, union([textList.decode(grant.scopes), scopes]), at);
  await insertGrant(db, { userId, applicationId, scopes, at }, 1);
}

/**
 * Adds the scopes that a user consents to, before there is a token of them. Creates the grant, with the event, if there is
 * none. The caller has locked the user's row.
 */
export async function addConsent(
  db: Database,
  consent: GrantKey & { scopes: string[] },
  event: NewSecurityEvent,
) {
  const grant = await findGrant(db, consent);
  if (grant !== undefined)
    return await setScopes(db, grant, union([textList.decode(grant.scopes), consent.scopes]), consent.at);
  await insertGrant(db, consent, 0);
  await addEvent(db, event);
}

export async function findGrant(db: Database, { userId, applicationId }: Omit<GrantKey, 'at'>) {
  return await db
    .selectFrom('grants')
    .select(['id', 'scopes'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

async function insertGrant(
  db: Database,
  { userId, applicationId, scopes, at }: GrantKey & { scopes: string[] },
  tokens: number,
) {
  await db
    .insertInto('grants')
    .values({
      ...grants.toRow({
        userId,
        applicationId,
        scopes: union([scopes]),
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
      }),
      authorization_count: tokens,
    })
    .execute();
  await addToCounters(db, userId, { grants: 1 });
}

/**
 * Subtracts tokens from the counter and sets the scopes to those of the remaining tokens. The caller has locked the user's row.
 * @param added scopes that a token has and the grant has not yet
 */
export async function removeFromGrant(
  db: Database,
  { userId, applicationId, at }: GrantKey,
  tokens: number,
  added: readonly string[] = [],
) {
  const grant = await db
    .updateTable('grants')
    .set((column) => ({ authorization_count: column('authorization_count', '-', tokens) }))
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .returning(['id', 'scopes'])
    .executeTakeFirstOrThrow();
  const ofGrant = db
    .selectFrom('authorizations')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId);
  const possible = new Set([...textList.decode(grant.scopes), ...added]);
  const first = unionOfRows(await ofGrant.orderBy('id').limit(FIRST_TOKENS).execute());
  // Usually the first tokens have all scopes of the grant. Then the others do not change the list.
  const all =
    first.length === possible.size
      ? first
      : unionOfRows(await ofGrant.groupBy('scopes').orderBy(sql`min(id)`).execute());
  await setScopes(db, grant, all, at);
}

const FIRST_TOKENS = 50;

function unionOfRows(rows: readonly { scopes: string }[]): string[] {
  return union(rows.map(({ scopes }) => textList.decode(scopes)));
}

async function setScopes(db: Database, grant: { id: number; scopes: string }, scopes: string[], at: string) {
  const text = textList.encode(scopes);
  if (text === grant.scopes) return;
  const before = new Set(textList.decode(grant.scopes));
  const isSameUnion = before.size === scopes.length && scopes.every((scope) => before.has(scope));
  await db
    .updateTable('grants')
    .set({ scopes: text, ...(!isSameUnion && { updated_at: timestamp.encode(at) }) })
    .where('id', '=', grant.id)
    .execute();
}

/** All scopes of all lists, in order of first appearance. */
function union(lists: Iterable<readonly string[]>): string[] {
  return [...new Set([...lists].flat())];
}
