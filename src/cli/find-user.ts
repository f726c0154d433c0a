import type { User } from '../authorizations/store.ts';
import { UsageError } from '../config/usage-error.ts';
import { didYouMean } from '../http/closest-match.ts';
import type { StoreTools } from './with-store.ts';

/** @throws UsageError naming the near one, or the database that was looked in, with a hint where else to look. */
export async function findUser(
  { store, place }: Pick<StoreTools, 'store' | 'place'>,
  login: string,
  hint = '',
): Promise<User> {
  const user = await store.users.byLogin(login);
  if (user) return user;
  const logins = (await store.users.list()).map((other) => other.login);
  const near = didYouMean(login, logins);
  throw new UsageError(`There is no user ${JSON.stringify(login)}${near || ` in ${place}${hint}`}.`);
}
