import { isId } from '../authorizations/store.ts';
import { toBatches } from './batches.ts';
import { ignoreIfDeleted } from './database-errors.ts';
import type { Database } from './tables.ts';

/** Lets go who is not among the users, with the approvals of their tokens, and takes in who is new. */
export async function setMembers(
  db: Database,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  if (!isId(organizationId)) return;
  for (;;) {
    const isDone = await ignoreIfDeleted(exchange(db, organizationId, new Set(userIds.filter(isId))));
    if (isDone) return;
    // A user was deleted while he was taken in: the next time he is not found.
  }
}

async function exchange(db: Database, organizationId: number, wanted: Set<number>): Promise<true> {
  await db.transaction().execute(async (transaction) => {
    // Of two who change the members at once, one comes after the other.
    await transaction
      .updateTable('organizations')
      .set((column) => ({ saml: column.ref('saml') }))
      .where('id', '=', organizationId)
      .execute();
    const before = await transaction
      .selectFrom('organization_members')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .execute();
    const present = new Set(before.map((row) => row.user_id));
    await letGo(transaction, organizationId, [...present.difference(wanted)]);
    await takeIn(transaction, organizationId, [...wanted.difference(present)]);
  });
  return true;
}

async function letGo(db: Database, organizationId: number, userIds: readonly number[]): Promise<void> {
  for (const batch of toBatches(userIds)) {
    await db
      .deleteFrom('organization_members')
      .where('organization_id', '=', organizationId)
      .where('user_id', 'in', batch)
      .execute();
    const theirs = db.selectFrom('authorizations').select('id').where('user_id', 'in', batch);
    await db
      .deleteFrom('organization_approvals')
      .where('organization_id', '=', organizationId)
      .where('authorization_id', 'in', theirs)
      .execute();
  }
}

/** Whoever is not there is left out. */
async function takeIn(db: Database, organizationId: number, userIds: readonly number[]): Promise<void> {
  for (const batch of toBatches(userIds)) {
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
