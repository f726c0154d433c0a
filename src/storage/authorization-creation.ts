import type { NewAuthorization } from '../authorizations/store.ts';
import { narrowGrant, widenGrant } from './grant-scopes.ts';
import { authorizations, toUniquenessKey } from './tables/authorizations.ts';
import { textList } from './tables/column.ts';
import type { Database } from './tables.ts';
import { addToCounters } from './transactions.ts';

/** Adds a token and what belongs to it, in the caller's transaction; answers its id, or undefined: the place is taken. */
export async function addAuthorization(
  db: Database,
  authorization: NewAuthorization,
): Promise<number | undefined> {
  const { userId, applicationId, scopes, at } = authorization;
  await addToCounters(db, userId, { authorizations: 1 });
  if (applicationId !== null) await widenGrant(db, { userId, applicationId, scopes, at });
  const added = await db
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
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** Deletes all but the newest `most` tokens that a flow gave out with these scopes, in whichever order they stand. */
export async function deleteOldestOfFlow(
  db: Database,
  { userId, applicationId, scopes, at }: NewAuthorization & { applicationId: number },
  most: number,
): Promise<void> {
  const all = await db
    .selectFrom('authorizations')
    .select(['id', 'scopes'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('origin', '=', 'flow')
    .orderBy('id', 'desc')
    .execute();
  const wanted = new Set(scopes);
  const alike = all.filter((token) => {
    const own = new Set(textList.decode(token.scopes));
    return own.size === wanted.size && own.isSubsetOf(wanted);
  });
  const doomed = alike.slice(most).map(({ id }) => id);
  for (const id of doomed) await db.deleteFrom('authorizations').where('id', '=', id).execute();
  if (doomed.length === 0) return;
  await addToCounters(db, userId, { authorizations: -doomed.length });
  await narrowGrant(db, { userId, applicationId, at }, doomed.length);
}
