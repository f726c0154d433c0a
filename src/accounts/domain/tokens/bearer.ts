import type { Runtime } from '#runtime.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Authorization, Store, User } from '../../store/index.ts';
import { computeDigest } from './tokens.ts';

/** The user of a token, and the record of the token. */
export interface Bearer {
  readonly user: User;
  readonly token: Authorization;
}

export interface BearerDependencies {
  readonly store: Pick<Store, 'authorizations'>;
  readonly runtime: Pick<Runtime, 'now'>;
}

/** Undefined for an unknown or expired token. */
export async function findBearer(
  { store, runtime }: BearerDependencies,
  token: string,
): Promise<Bearer | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const found = await store.authorizations.byHashedToken(computeDigest(token));
  if (!found) return undefined;
  const { user, authorization } = found;
  const { expiresAt } = authorization;
  // Timestamps of this format sort as text.
  if (expiresAt !== null && expiresAt <= formatApiTime(runtime.now())) return undefined;
  return { user, token: authorization };
}

/** Finds a token in either half of Basic credentials: `TOKEN:x-oauth-basic` or `login:TOKEN`. */
export async function findBearerInBasic(
  dependencies: BearerDependencies,
  login: string,
  password: string,
): Promise<Bearer | undefined> {
  return (await findBearer(dependencies, password)) ?? (await findBearer(dependencies, login));
}

/** The tokens that a seed file may set. Other text needs no query. */
const TOKEN = /^[!-~]{16,255}$/;
