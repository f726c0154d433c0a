import { after, type Later } from '../../later.ts';
import { tooBusy, tooManyAttempts } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import { countFailure, endCount, type SignInRequest } from './sign-in-count.ts';
import type { VerifiedCredentials } from './verified-credentials.ts';
import { QueueFullError } from './work-queue.ts';

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

type PasswordStepParts = Pick<AuthorizationParts, 'store' | 'log' | 'lockout' | 'verified' | 'clientAddress'>;

export function createPasswordStep(parts: PasswordStepParts): PasswordStep {
  const { store, lockout, verified } = parts;

  return (login, password, request, instead) =>
    after(store.users.credentials(login), ({ user, failures }) => {
      if (lockout.isLocked(failures)) throw tooManyAttempts();
      const digest = verified.digest(login, password);
      const isFresh = user !== undefined && verified.isFresh(digest, user.passwordHash);
      if (!isFresh) return withHash({ login, password, digest, user }, request, instead);
      // Nearly every call: the password was just verified, and there is nothing else to look at.
      return failures && !user.twoFactor ? forgive(user, login) : user;
    });

  async function withHash<Other>(
    { login, password, digest, user }: Attempt,
    request: SignInRequest,
    instead: (() => Promise<Other | undefined>) | undefined,
  ): Promise<User | Other | undefined> {
    const other = await instead?.();
    if (other) return other;
    const isRight = await verify(verified, digest, password, user);
    if (!user || !isRight) {
      await countFailure(parts, { login, user, wrong: 'password', request });
      return undefined;
    }
    // Where there is a second factor, the password alone ends no count.
    if (!user.twoFactor) await endCount(lockout, login);
    return user;
  }

  async function forgive(user: User, login: string): Promise<User> {
    await lockout.clear(login);
    return user;
  }
}

/** A sign-in whose password has to be hashed. */
interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly digest: string;
  readonly user: User | undefined;
}

async function verify(
  verified: VerifiedCredentials,
  digest: string,
  password: string,
  user: User | undefined,
): Promise<boolean> {
  try {
    return await verified.verify(digest, password, user?.passwordHash);
  } catch (error) {
    throw error instanceof QueueFullError ? tooBusy() : error;
  }
}
