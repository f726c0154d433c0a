import type { User } from '../authorizations/store.ts';
import { UsageError } from '../config/usage-error.ts';
import { suggestion } from '../nearest.ts';
import type { StoreTools } from './with-store.ts';

/** @throws UsageError naming the near one. */
export async function findUser({ store }: Pick<StoreTools, 'store'>, login: string): Promise<User> {
  const user = await store.users.byLogin(login);
  if (user) return user;
  const logins = (await store.users.list()).map((other) => other.login);
  throw new UsageError(`There is no user ${JSON.stringify(login)}${suggestion(login, logins)}.`);
}
