import { Type } from 'typebox';
import { notFound } from '../answers/errors.ts';
import type { Store, User } from '../store.ts';

export const usernameParams = { username: Type.String({ description: "A user's login, in any case." }) };

/**
 * The user that a path names.
 * @throws Refusal 404 when there is none.
 */
export async function findNamedUser(store: Pick<Store, 'users'>, username: string): Promise<User> {
  const user = await store.users.byLogin(username);
  if (!user) throw notFound();
  return user;
}
