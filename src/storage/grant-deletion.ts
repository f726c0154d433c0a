import { forgetGrantedCodes } from './granted-codes.ts';
import type { Database } from './tables.ts';
import { addToCounts, lockUser } from './user-counters.ts';

/**
 * Deletes the grants of the user, or the one with the id, with their tokens and what would become tokens of them;
 * answers how many there were.
 */
export async function deleteGrantsOfUser(db: Database, userId: number, id?: number): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (id === undefined) await forgetGrantedCodes(transaction, { userId });
    return await deleteGrants(transaction, userId, { id });
  });
}

/** The same of the application, for all users, in the caller's transaction. */
export async function deleteGrantsOfApplication(db: Database, applicationId: number): Promise<number> {
  const usersOf = (table: 'grants' | 'authorization_codes' | 'device_codes') =>
    db
      .selectFrom(table)
      .select('user_id as id')
      .where('application_id', '=', applicationId)
      .where('user_id', 'is not', null);
  const users = await usersOf('grants')
    // Of a code, a token and a grant may be made at this moment.
    .union(usersOf('authorization_codes'))
    .union(usersOf('device_codes'))
    // Two that lock many users must lock them in one order.
    .orderBy('id')
    .$narrowType<{ id: number }>()
    .execute();
  let deleted = 0;
  for (const { id } of users) {
    await lockUser(db, id);
    deleted += await deleteGrants(db, id, { applicationId });
  }
  await forgetGrantedCodes(db, { applicationId });
  return deleted;
}

/** The user's row is locked. */
async function deleteGrants(
  db: Database,
  userId: number,
  { id, applicationId }: { id?: number | undefined; applicationId?: number },
): Promise<number> {
  // The foreign key takes the tokens along.
  let deletion = db.deleteFrom('grants').where('user_id', '=', userId);
  if (id !== undefined) deletion = deletion.where('id', '=', id);
  if (applicationId !== undefined) deletion = deletion.where('application_id', '=', applicationId);
  const deleted = await deletion.returning(['authorization_count as tokens', 'application_id']).execute();
  if (deleted.length > 0) {
    const tokens = deleted.reduce((sum, grant) => sum + grant.tokens, 0);
    await addToCounts(db, userId, { authorizations: -tokens, grants: -deleted.length });
    if (id !== undefined)
      for (const grant of deleted)
        await forgetGrantedCodes(db, { userId, applicationId: grant.application_id });
  }
  return deleted.length;
}
