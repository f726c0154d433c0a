import type { Authorization, AuthorizationStore, User } from './store.ts';
import { toDigest } from './tokens.ts';

/** Whoever presents a token, and the token's record. */
export interface Bearer {
  readonly user: User;
  readonly token: Authorization;
}

export async function findBearer(store: AuthorizationStore, token: string): Promise<Bearer | undefined> {
  if (!LIKE_TOKEN.test(token)) return undefined;
  const found = await store.byHashedToken(toDigest(token));
  return found && { user: found.user, token: found.authorization };
}

/** A token in either half of Basic credentials, as `TOKEN:x-oauth-basic` or `login:TOKEN`. */
export async function findBearerInBasic(
  store: AuthorizationStore,
  login: string,
  password: string,
): Promise<Bearer | undefined> {
  return (await findBearer(store, password)) ?? (await findBearer(store, login));
}

/** Long enough for a token that was given by hand; anything else is not worth a look into the store. */
const LIKE_TOKEN = /^[\w.-]{16,255}$/;
