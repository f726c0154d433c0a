import { after, type Later } from '../../later.ts';
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
) => Later<User | Other | undefined>;

type PasswordStepParts = Pick<
  AuthorizationParts,
  'store' | 'log' | 'lockout' | 'verified' | 'passwords' | 'clientAddress'
>;

export function createPasswordStep(parts: PasswordStepParts): PasswordStep {
  const { store, lockout, verified } = parts;
  const check = createPasswordCheck(parts);
  // How many attempts of a login are not judged yet.
  const unjudged = new Map<string, number>();
  const isUnjudged = (login: string) => unjudged.size > 0 && unjudged.has(signInFailureKey(login));

  return (login, password, request, instead) =>
    after(store.users.credentials(login), ({ user, failures }) => {
      if (lockout.isLocked(login, failures)) throw tooManyAttempts();
      const digest = verified.digest(login, password);
      // Nearly every call. While others guess at the login, the cache would pick the right one out of all guesses.
      const isQuiet = !failures?.count && !isUnjudged(login);
      if (isQuiet && user && verified.isFresh(digest, user.passwordHash)) return user;
      return judge({ login, password, digest, user }, request, instead);
    });

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
