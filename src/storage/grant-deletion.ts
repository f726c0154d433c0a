import type { NewSecurityEvent } from '../authorizations/store.ts';
import { addEvent } from './audit.ts';
import type { Database } from './tables.ts';
import { addToCounters, lockUser, runTransaction } from './transactions.ts';

/**
 * Deletes the grants of a user, or the one with the id, with their tokens and the codes that tokens can be made of.
 * Returns the number of grants.
 */
export async function deleteGrantsOfUser(
  db: Database,
  userId: number,
  { id, event }: { id?: number; event?: (deleted: number) => NewSecurityEvent | undefined },
): Promise<number> {
  return await runTransaction(db, async (transaction) => {
    await lockUser(transaction, userId);
    if (id === undefined) await deleteGrantedCodes(transaction, { userId });
    const deleted = await deleteGrants(transaction, userId, { id });
    const logged = event?.(deleted);
    if (logged) await addEvent(transaction, logged);
    return deleted;
  });
}

/** Deletes all grants of an application in the same way, in the caller's transaction. */
export async function deleteGrantsOfApplication(db: Database, applicationId: number): Promise<number> {
  const usersOf = (table: 'grants' | 'authorization_codes' | 'device_codes') =>
    db
      .selectFrom(table)
      .select('user_id as id')
      .where('application_id', '=', applicationId)
      .where('user_id', 'is not', null);
  const users = await usersOf('grants')
    // A token and a grant may be made of a code at the same time.
    .union(usersOf('authorization_codes'))
    .union(usersOf('device_codes'))
    // In one order, so that two transactions that lock several users do not deadlock.
    .orderBy('id')
    .$narrowType<{ id: number }>()
    .execute();
  let deleted = 0;
  for (const { id } of users) {
    await lockUser(db, id);
    deleted += await deleteGrants(db, id, { applicationId });
  }
  await deleteGrantedCodes(db, { applicationId });
  return deleted;
}

/** The caller has locked the user's row. */
async function deleteGrants(
  db: Database,
  userId: number,
  { id, applicationId }: { id?: number | undefined; applicationId?: number },
): Promise<number> {
  // The foreign key deletes the tokens too.
  let deletion = db.deleteFrom('grants').where('user_id', '=', userId);
  if (id !== undefined) deletion = deletion.where('id', '=', id);
  if (applicationId !== undefined) deletion = deletion.where('application_id', '=', applicationId);
  const deleted = await deletion.returning(['authorization_count as tokens', 'application_id']).execute();
  if (deleted.length > 0) {
    const tokens = deleted.reduce((sum, grant) => sum + grant.tokens, 0);
    await addToCounters(db, userId, { authorizations: -tokens, grants: -deleted.length });
    if (id !== undefined)
      for (const grant of deleted)
        await deleteGrantedCodes(db, { userId, applicationId: grant.application_id });
  }
  return deleted.length;
}

interface CodeOwner {
  readonly userId?: number;
  readonly applicationId?: number;
}

/**
 * Deletes the codes of a user, of an application, or of both together, that were granted and not exchanged yet: after a
 * revocation, no token must be made of them.
 */
async function deleteGrantedCodes(db: Database, { userId, applicationId }: CodeOwner): Promise<void> {
  let codes = db.deleteFrom('authorization_codes');
  let devices = db.deleteFrom('device_codes').where('decision', '=', 'granted');
  if (userId !== undefined) {
    codes = codes.where('user_id', '=', userId);
    devices = devices.where('user_id', '=', userId);
  }
  if (applicationId !== undefined) {
    codes = codes.where('application_id', '=', applicationId);
    devices = devices.where('application_id', '=', applicationId);
  }
  await codes.execute();
  await devices.execute();
}
