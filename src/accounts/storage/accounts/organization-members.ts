import { ignoreIfDeleted } from '#database/database-errors.ts';
import { isId } from '../../store/index.ts';
import { splitBatches } from '../engine/batches.ts';
import { repeatWhileUndefined, runTransaction } from '../engine/transactions.ts';
import type { Database } from '../schema/tables.ts';

/** Removes the members that are not among the users, with the approvals of their tokens, and adds the others. */
export async function setMembers(
  db: Database,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  if (!isId(organizationId)) return;
  await repeatWhileUndefined(async () => {
    const isDone = await ignoreIfDeleted(replaceMembers(db, organizationId, new Set(userIds.filter(isId))));
    // Otherwise a user was deleted at the same time: the next attempt does not find the user.
    return isDone && { result: undefined };
  });
}

async function replaceMembers(db: Database, organizationId: number, members: Set<number>): Promise<true> {
  await runTransaction(db, async (transaction) => {
    // Locks the organization, so that two changes of its members run one after the other.
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute();
    const before = await transaction
      .selectFrom('organization_members')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .execute();
    const present = new Set(before.map((row) => row.user_id));
    await removeMembers(transaction, organizationId, [...present.difference(members)]);
    await addMembers(transaction, organizationId, [...members.difference(present)]);
  });
  return true;
}

async function removeMembers(
  db: Database,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  for (const batch of splitBatches(userIds)) {
    await db
      .deleteFrom('organization_members')
      .where('organization_id', '=', organizationId)
      .where('user_id', 'in', batch)
      .execute();
    const tokens = db.selectFrom('authorizations').select('id').where('user_id', 'in', batch);
    await db
      .deleteFrom('organization_approvals')
      .where('organization_id', '=', organizationId)
      .where('authorization_id', 'in', tokens)
      .execute();
  }
}

/** Users that do not exist are left out. */
async function addMembers(db: Database, organizationId: number, userIds: readonly number[]): Promise<void> {
  for (const batch of splitBatches(userIds)) {
    const users = db
      .selectFrom('users')
      .innerJoin('organizations', (join) => join.on('organizations.id', '=', organizationId))
      .select(['organizations.id', 'users.id'])
      .where('users.id', 'in', batch);
    await db
      .insertInto('organization_members')
      .columns(['organization_id', 'user_id'])
      .expression(users)
      .execute();
  }
}
