import type { Authorization, EventOf, LoggedToken, NewAuthorization } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import { addToCounters, lockUser } from '../engine/transactions.ts';
import { authorizations, computeUniquenessKey } from '../schema/tables/authorizations.ts';
import { textList } from '../schema/tables/column.ts';
import type { Database } from '../schema/tables.ts';
import { readSummary, withApplication } from './authorization-queries.ts';
import { addToGrant, removeFromGrant } from './grant-scopes.ts';

/**
 * Adds a token, its grant and the event in the caller's transaction. Returns undefined when its uniqueness key is taken; the
 * caller then rolls the transaction back.
 */
export async function addAuthorization(
  db: Database,
  authorization: NewAuthorization,
  toEvent: EventOf<LoggedToken> | undefined,
): Promise<Authorization | undefined> {
  const { userId, applicationId, scopes, note, tokenLastEight, at } = authorization;
  if (applicationId !== null) {
    await lockUser(db, userId);
    await addToGrant(db, { userId, applicationId, scopes, at });
  }
  const application = await readSummary(db, applicationId);
  const event = toEvent?.({ userId, application, note, tokenLastEight });
  await addToCounters(db, userId, { authorizations: 1 });
  const row = await insertAuthorization(db, authorization);
  if (row === undefined) return undefined;
  if (event) await addEvent(db, event);
  return withApplication(row, application);
}

/** Returns no row when the uniqueness key is taken. */
async function insertAuthorization(db: Database, authorization: NewAuthorization) {
  const { at } = authorization;
  return await db
    .insertInto('authorizations')
    .values({
      ...authorizations.toRow({
        origin: 'interface',
        expiresAt: null,
        ...authorization,
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
      }),
      slot: computeUniquenessKey(authorization),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'slot']).doNothing())
    .returning(authorizations.columns)
    .executeTakeFirst();
}

/** Deletes all but the newest `max` tokens that a flow has issued with this set of scopes. */
export async function deleteOldestOfFlow(
  db: Database,
  { userId, applicationId, scopes, at }: NewAuthorization & { applicationId: number },
  max: number,
): Promise<void> {
  const all = await db
    .selectFrom('authorizations')
    .select(['id', 'scopes'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('origin', '=', 'flow')
    .orderBy('id', 'desc')
    .execute();
  const set = new Set(scopes);
  const sameScopes = all.filter((token) => {
    const scopesOfToken = new Set(textList.decode(token.scopes));
    return scopesOfToken.size === set.size && scopesOfToken.isSubsetOf(set);
  });
  const toDelete = sameScopes.slice(max).map(({ id }) => id);
  for (const id of toDelete) await db.deleteFrom('authorizations').where('id', '=', id).execute();
  if (toDelete.length === 0) return;
  await addToCounters(db, userId, { authorizations: -toDelete.length });
  await removeFromGrant(db, { userId, applicationId, at }, toDelete.length);
}
