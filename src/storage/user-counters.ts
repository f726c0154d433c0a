import type { Database } from './tables.ts';

/**
 * Changes the counters of a user. Whoever adds, changes or removes tokens or grants does this first, by nothing if need
 * be: it locks the user's row, so that the others wait, and nobody waits for somebody who waits for him.
 */
export async function addToCounts(
  db: Database,
  userId: number,
  { authorizations = 0, grants = 0 }: { authorizations?: number; grants?: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set((column) => ({
      authorization_count: column('authorization_count', '+', authorizations),
      grant_count: column('grant_count', '+', grants),
    }))
    .where('id', '=', userId)
    .execute();
}

export async function lockUser(db: Database, userId: number): Promise<void> {
  await addToCounts(db, userId, {});
}
