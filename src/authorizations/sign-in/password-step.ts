import { tooManyAttempts } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import { signInFailureKey, type User } from '../store.ts';
import { logFailure, type SignInRequest } from './failure-log.ts';
import { type Credentials, createPasswordCheck } from './password-check.ts';

/**
 * The first step of a sign-in, of a call and of the login page alike: the user whose password it is, or undefined, which
 * is counted and takes the same time for a login that nobody has. A user with a second factor has yet to be asked for
 * it. Before anything is hashed, `instead` is asked for something else that the credentials may be.
 * @throws Refusal 403 while the login is locked, 429 when too many passwords are being checked.
 */
export type PasswordStep = <Other = never>(
  login: string,
  password: string,
  request: SignInRequest,
  instead?: () => Promise<Other | undefined>,
) => Promise<User | Other | undefined>;

type PasswordStepParts = Pick<
  AuthorizationParts,
  'store' | 'log' | 'lockout' | 'credentialCache' | 'passwords' | 'clientAddress'
>;

export function createPasswordStep(parts: PasswordStepParts): PasswordStep {
  const { store, lockout, credentialCache } = parts;
  const check = createPasswordCheck(parts);
  // How many attempts of a login are not judged yet.
  const unjudged = new Map<string, number>();
  const isUnjudged = (login: string) => unjudged.size > 0 && unjudged.has(signInFailureKey(login));

  return async (login, password, request, instead) => {
    const { user, failures } = await store.users.credentials(login);
    if (lockout.isLocked(login, failures)) throw tooManyAttempts();
    const cacheKey = credentialCache.keyOf(login, password);
    // While attempts are counted, the cache would find the right password among many guesses without a limit.
    const areNoAttempts = !failures?.count && !isUnjudged(login);
    if (areNoAttempts && user && credentialCache.has(cacheKey, user)) return user;
    return await judge({ login, password, cacheKey, user }, request, instead);
  };

  async function judge<Other>(
    credentials: Credentials,
    request: SignInRequest,
    instead: (() => Promise<Other | undefined>) | undefined,
  ): Promise<User | Other | undefined> {
    const key = signInFailureKey(credentials.login);
    unjudged.set(key, (unjudged.get(key) ?? 0) + 1);
    try {
      const other = await instead?.();
      if (other) return other;
      const user = await check(credentials, request);
      if (!user) logFailure(parts, { user: credentials.user, wrong: 'password', request });
      return user;
    } finally {
      const left = (unjudged.get(key) ?? 1) - 1;
      if (left > 0) unjudged.set(key, left);
      else unjudged.delete(key);
    }
  }
}
