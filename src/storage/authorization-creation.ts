import type { Authorization, NewAuthorization } from '../authorizations/store.ts';
import { readSummary, withApplication } from './authorization-queries.ts';
import { addToGrant, removeFromGrant } from './grant-scopes.ts';
import { authorizations, toUniquenessKey } from './tables/authorizations.ts';
import { textList } from './tables/column.ts';
import type { Database } from './tables.ts';
import { addToCounters } from './transactions.ts';

/** Adds a token and its grant in the caller's transaction. Returns undefined when its uniqueness key is taken. */
export async function addAuthorization(
  db: Database,
  authorization: NewAuthorization,
): Promise<Authorization | undefined> {
  const { userId, applicationId, scopes, at } = authorization;
  await addToCounters(db, userId, { authorizations: 1 });
  if (applicationId !== null) await addToGrant(db, { userId, applicationId, scopes, at });
  const row = await db
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
      slot: toUniquenessKey(authorization),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'slot']).doNothing())
    .returning(authorizations.columns)
    .executeTakeFirst();
  return row && withApplication(row, await readSummary(db, applicationId));
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
    const own = new Set(textList.decode(token.scopes));
    return own.size === set.size && own.isSubsetOf(set);
  });
  const toDelete = sameScopes.slice(max).map(({ id }) => id);
  for (const id of toDelete) await db.deleteFrom('authorizations').where('id', '=', id).execute();
  if (toDelete.length === 0) return;
  await addToCounters(db, userId, { authorizations: -toDelete.length });
  await removeFromGrant(db, { userId, applicationId, at }, toDelete.length);
}
