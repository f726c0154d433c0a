import type { Store, User } from '../store.ts';

/**
 * Changes a user from outside his own browser, and ends what the change makes void: his sessions, of another password or
 * of a user who is let in no more, and the recovery codes of another second factor. False when the user is gone.
 */
export async function changeUser(
  { users, sessions, recoveryCodes }: Pick<Store, 'users' | 'sessions' | 'recoveryCodes'>,
  id: number,
  change: Partial<Omit<User, 'id' | 'createdAt'>>,
): Promise<boolean> {
  const isThere = await users.update(id, change);
  if (change.passwordHash !== undefined || change.suspendedAt) await sessions.deleteOfUser(id);
  if (change.twoFactor !== undefined) await recoveryCodes.replace(id, []);
  return isThere;
}
