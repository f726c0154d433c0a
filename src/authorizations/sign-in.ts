import type { BasicCredentials } from '../http/credentials.ts';
import type { Exchange } from '../http/exchange.ts';
import { after, type Later } from '../later.ts';
import { type Bearer, findBearerInBasic } from './bearer.ts';
import { badCredentials, oneTimePasswordRequired, tooBusy, tooManyAttempts } from './errors.ts';
import type { AuthorizationParts } from './parts.ts';
import type { SignInFailures, User } from './store.ts';
import type { VerifiedCredentials } from './verified-credentials.ts';
import { QueueFullError } from './work-queue.ts';

export type SignInParts = Pick<
  AuthorizationParts,
  'store' | 'log' | 'lockout' | 'verified' | 'oneTimePasswords' | 'clientAddress'
>;

/** The part of a request that, besides the credentials, takes part in a sign-in. */
type Signature = Pick<Exchange, 'field' | 'peerAddress'>;

/** Basic credentials to their user, or to the bearer of a token that stands in one of the halves. */
export type SignIn = (credentials: BasicCredentials, exchange: Signature) => Later<User | Bearer>;

export function createSignIn(parts: SignInParts): SignIn {
  const { store, lockout, verified } = parts;

  return ({ user: login, password }, exchange) =>
    after(store.users.credentials(login), ({ user, failures }) => {
      if (lockout.isLocked(failures)) throw tooManyAttempts();
      const digest = verified.digest(login, password);
      const isFresh = user !== undefined && verified.isFresh(digest, user.passwordHash);
      if (!isFresh) return withPassword({ login, password, digest, user, failures }, exchange);
      // Nearly every call: the password was just verified, and there is nothing else to look at.
      return user.twoFactor || failures ? complete(login, user, failures, false, exchange) : user;
    });

  async function withPassword(attempt: Attempt, exchange: Signature): Promise<User | Bearer> {
    const { login, password, digest, user, failures } = attempt;
    const bearer = await findBearerInBasic(store.authorizations, login, password);
    if (bearer) return bearer;
    const isRight = await verify(verified, digest, password, user);
    if (!user || !isRight) {
      await refuse(parts, login, user, 'password', exchange);
      throw badCredentials();
    }
    return complete(login, user, failures, true, exchange);
  }

  async function complete(
    login: string,
    user: User,
    failures: SignInFailures | undefined,
    wasHashed: boolean,
    exchange: Signature,
  ): Promise<User> {
    if (user.twoFactor) await secondStep(parts, user, exchange);
    // Guesses that came all at once were let in before the first of them was counted.
    if ((wasHashed || user.twoFactor) && (await lockout.isLockedNow(login))) throw tooManyAttempts();
    if (failures) await lockout.clear(login);
    return user;
  }
}

/** A sign-in whose password has to be hashed. */
interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly digest: string;
  readonly user: User | undefined;
  readonly failures: SignInFailures | undefined;
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

/** Compat: a missing code and a wrong one are answered alike, but only a wrong one is a failure. */
async function secondStep(parts: SignInParts, user: User, exchange: Signature): Promise<void> {
  const code = exchange.field('X-GitHub-OTP')?.trim();
  if (!code) throw oneTimePasswordRequired();
  if (await parts.oneTimePasswords.check(user, code)) return;
  await refuse(parts, user.login, user, 'one-time password', exchange);
  throw oneTimePasswordRequired();
}

async function refuse(
  { lockout, log, clientAddress }: SignInParts,
  login: string,
  user: User | undefined,
  wrong: string,
  exchange: Signature,
): Promise<void> {
  await lockout.fail(login);
  // An unknown login is not repeated: people type passwords and tokens there.
  log.warn('Sign-in refused', { wrong, user: user?.login ?? null, address: clientAddress.of(exchange) });
}
