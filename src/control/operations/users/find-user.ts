import type { Store, User } from '#accounts/store/index.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { notFound } from '../state/errors.ts';

/** Finds a user by login. @throws OperationError `notFound`, with a suggestion if a login is similar. */
export async function findUser(store: Pick<Store, 'users'>, login: string): Promise<User> {
  const user = await store.users.byLogin(login);
  if (user) return user;
  const near = didYouMean(login, await findSimilar(store, login));
  throw notFound(`There is no user ${JSON.stringify(login)}${near}.`);
}

/** A few logins that begin like the given one; all logins of a small store. */
async function findSimilar({ users }: Pick<Store, 'users'>, login: string): Promise<string[]> {
  const prefixes = [login.slice(0, Math.ceil(login.length / 2)), login.slice(0, 1), ''];
  const found = await Promise.all(prefixes.map((prefix) => users.loginsWithPrefix(prefix, MAX_LOGINS)));
  return found.flat();
}

/** Maximum number of logins for each prefix. */
const MAX_LOGINS = 100;
