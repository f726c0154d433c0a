import type { Runtime } from '../../runtime.ts';
import { toApiTime } from '../answers/api-time.ts';
import type { Authorization, Store, User } from '../store.ts';
import { toDigest } from '../tokens/tokens.ts';

/** Whoever presents a token, and the token's record. */
export interface Bearer {
  readonly user: User;
  readonly token: Authorization;
}

interface BearerParts {
  readonly store: Pick<Store, 'authorizations'>;
  readonly runtime: Runtime;
}

/** Undefined where nobody has such a token, and from the moment it has expired. */
export async function findBearer(
  { store, runtime }: BearerParts,
  token: string,
): Promise<Bearer | undefined> {
  if (!LIKE_TOKEN.test(token)) return undefined;
  const found = await store.authorizations.byHashedToken(toDigest(token));
  if (!found) return undefined;
  const { user, authorization } = found;
  const { expiresAt } = authorization;
  // Times of this format are in the order of their text.
  if (expiresAt !== null && expiresAt <= toApiTime(runtime.now())) return undefined;
  return { user, token: authorization };
}

/** A token in either half of Basic credentials, as `TOKEN:x-oauth-basic` or `login:TOKEN`. */
export async function findBearerInBasic(
  parts: BearerParts,
  login: string,
  password: string,
): Promise<Bearer | undefined> {
  return (await findBearer(parts, password)) ?? (await findBearer(parts, login));
}

/** As seed files may give them; anything else is not worth a look into the store. */
const LIKE_TOKEN = /^[!-~]{16,255}$/;
