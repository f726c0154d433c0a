import { signInFailureKey, type User, type UserStore } from '../../store/index.ts';
import { tooManyAttempts } from '../errors/errors.ts';
import { type FailureLogDependencies, logFailure, type SignInRequest } from './lockout.ts';
import { type Credentials, createPasswordCheck, type PasswordCheckDependencies } from './password-check.ts';
import type { SignInOutcomes } from './sign-in-outcomes.ts';

/**
 * The first step of a sign-in, for calls of the API and for the sign-in page. Finds the user by login, or e-mail address,
 * and password. A wrong password is counted, gives undefined, and takes the same time for an unknown login. The caller
 * asks a user with two-factor authentication for the second factor. `instead` may find something else for the
 * credentials, such as a token; it runs before a password is hashed.
 * @throws ApiError 403 while the login is locked, 429 when too many passwords are being checked.
 */
export type PasswordStep = <Other = never>(
  login: string,
  password: string,
  request: SignInRequest,
  instead?: () => Promise<Other | undefined>,
) => Promise<User | Other | undefined>;

/** The login of a user whom a client names by login or by e-mail address. An unknown name is returned as it is. */
export async function findLogin(users: Pick<UserStore, 'loginOfEmail'>, name: string): Promise<string> {
  // No login contains an at sign.
  return name.includes('@') ? ((await users.loginOfEmail(name)) ?? name) : name;
}

export interface PasswordStepDependencies extends PasswordCheckDependencies, FailureLogDependencies {
  readonly signInOutcomes: SignInOutcomes;
}

export function createPasswordStep(dependencies: PasswordStepDependencies): PasswordStep {
  const { store, lockout, credentialCache, signInOutcomes } = dependencies;
  const check = createPasswordCheck(dependencies);
  // The number of attempts in progress by the key of their login.
  const inProgress = new Map<string, number>();

  return async (name, password, request, instead) => {
    // The failures of a user count together, by whichever name.
    const login = await findLogin(store.users, name);
    const { user, failures } = await store.users.credentials(login);
    if (lockout.isLocked(login, failures)) {
      signInOutcomes.add('password', 'locked');
      throw tooManyAttempts();
    }
    const cacheKey = credentialCache.keyOf(login, password);
    // While attempts are counted, the cache would find the correct password among guesses without a limit.
    const isInProgress = inProgress.size > 0 && inProgress.has(signInFailureKey(login));
    if (!failures?.count && !isInProgress && user && credentialCache.has(cacheKey, user)) {
      signInOutcomes.add('password', 'success');
      return user;
    }
    return await attempt({ login, password, cacheKey, user }, request, instead);
  };

  async function attempt<Other>(
    credentials: Credentials,
    request: SignInRequest,
    instead: (() => Promise<Other | undefined>) | undefined,
  ): Promise<User | Other | undefined> {
    const key = signInFailureKey(credentials.login);
    inProgress.set(key, (inProgress.get(key) ?? 0) + 1);
    try {
      const other = await instead?.();
      if (other) {
        signInOutcomes.add('token', 'success');
        return other;
      }
      const user = await signInOutcomes.count('password', check(credentials, request));
      if (!user) logFailure(dependencies, { user: credentials.user, wrong: 'password', request });
      return user;
    } finally {
      const left = (inProgress.get(key) ?? 1) - 1;
      if (left > 0) inProgress.set(key, left);
      else inProgress.delete(key);
    }
  }
}
