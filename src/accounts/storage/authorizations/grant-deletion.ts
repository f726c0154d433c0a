import { countChanged } from '#database/database-errors.ts';
import type { NewSecurityEvent } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import { BULK_SIZE, type RunBulk } from '../engine/engine.ts';
import { addToCounters, lockUser, runTransaction } from '../engine/transactions.ts';
import type { Database } from '../schema/tables.ts';

interface GrantSelection {
  readonly userId?: number | undefined;
  readonly applicationId?: number | undefined;
  readonly id?: number | undefined;
}

/** The transaction that deletes the grants: one that does not block the event loop where they have many tokens. */
export async function transactionForGrants(
  db: Database,
  { userId, applicationId, id }: GrantSelection,
  runBulk: RunBulk,
): Promise<RunBulk> {
  let first = db.selectFrom('grants').select('authorization_count').limit(BULK_SIZE);
  if (userId !== undefined) first = first.where('user_id', '=', userId);
  if (applicationId !== undefined) first = first.where('application_id', '=', applicationId);
  if (id !== undefined) first = first.where('id', '=', id);
  const { grants, tokens } = await db
    .selectFrom(first.as('first'))
    .select(({ fn }) => [
      fn.countAll<number>().as('grants'),
      fn.sum<number | null>('authorization_count').as('tokens'),
    ])
    .executeTakeFirstOrThrow();
  return grants + (tokens ?? 0) >= BULK_SIZE ? runBulk : runTransaction;
}

/**
 * Deletes the grants of a user, or the one with the id, with their tokens and the codes that tokens can be made of.
 * Returns the number of grants.
 */
export async function deleteGrantsOfUser(
  db: Database,
  userId: number,
  { id, event }: { id?: number; event?: (deleted: number) => NewSecurityEvent | undefined },
  runBulk: RunBulk,
): Promise<number> {
  const run = await transactionForGrants(db, { userId, id }, runBulk);
  return await run(db, async (transaction) => {
    await lockUser(transaction, userId);
    if (id === undefined) await deleteGrantedCodes(transaction, { userId });
    const deleted = await deleteGrants(transaction, userId, id);
    const logged = event?.(deleted);
    if (logged) await addEvent(transaction, logged);
    return deleted;
  });
}

/** Deletes all grants of an application in the same way, in the caller's transaction. */
export async function deleteGrantsOfApplication(db: Database, applicationId: number): Promise<number> {
  const ofApplication = db.selectFrom('grants').select('user_id').where('application_id', '=', applicationId);
  await lockUsersOfApplication(db, applicationId);
  // No grant is added from here on, because a new one needs a lock of its application.
  await db.selectFrom('applications').select('id').where('id', '=', applicationId).forUpdate().execute();
  // The users of grants that were added before.
  await lockUsersOfApplication(db, applicationId);
  await db
    .updateTable('users')
    .from('grants')
    .set((column) => ({
      authorization_count: column('users.authorization_count', '-', column.ref('grants.authorization_count')),
      grant_count: column('users.grant_count', '-', 1),
    }))
    .whereRef('grants.user_id', '=', 'users.id')
    .where('grants.application_id', '=', applicationId)
    .execute();
  // The foreign key would delete them too, grant by grant.
  await db
    .deleteFrom('authorizations')
    .where('application_id', '=', applicationId)
    .where('user_id', 'in', ofApplication)
    .execute();
  const deleted = await countChanged(db.deleteFrom('grants').where('application_id', '=', applicationId));
  await deleteGrantedCodes(db, { applicationId });
  return deleted;
}

async function lockUsersOfApplication(db: Database, applicationId: number): Promise<void> {
  const usersOf = (table: 'grants' | 'authorization_codes' | 'device_codes') =>
    db
      .selectFrom(table)
      .select('user_id as id')
      .where('application_id', '=', applicationId)
      .where('user_id', 'is not', null)
      .$narrowType<{ id: number }>();
  const locked = db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (column) =>
      column
        .selectFrom(
          usersOf('grants')
            // A token and a grant may be made of a code at the same time.
            .union(usersOf('authorization_codes'))
            .union(usersOf('device_codes'))
            .as('users_of_application'),
        )
        .select('id'),
    )
    // In one order, so that two transactions that lock several users do not deadlock.
    .orderBy('id')
    .forNoKeyUpdate();
  // The rows stay in the database.
  await db
    .selectFrom(locked.as('locked'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute();
}

/** The caller has locked the user's row. */
async function deleteGrants(db: Database, userId: number, id?: number): Promise<number> {
  // The foreign key deletes the tokens too.
  let deletion = db.deleteFrom('grants').where('user_id', '=', userId);
  if (id !== undefined) deletion = deletion.where('id', '=', id);
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
