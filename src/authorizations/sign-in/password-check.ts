import { availableParallelism } from 'node:os';
import { tooBusy } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import { toClientNetwork } from './client-network.ts';
import type { SignInRequest } from './failure-log.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Judgement } from './lockout.ts';
import { QueueFullError } from './work-queue.ts';

/** What a sign-in brings, with the user that the login was of when it came. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
  /** The key of login and password in the credential cache. */
  readonly cacheKey: string;
  readonly user: User | undefined;
}

/**
 * Waits for a place among the few passwords that are hashed at the same time, in which each client network has a share;
 * then counts the attempt, and judges it. Callers that ask the same at the same time make one attempt.
 * @throws Refusal 403 when the login is locked by then, 429 when there is no place to wait.
 */
export type PasswordCheck = (credentials: Credentials, request: SignInRequest) => Promise<User | undefined>;

type PasswordCheckParts = Pick<
  AuthorizationParts,
  'store' | 'lockout' | 'credentialCache' | 'passwords' | 'clientAddress'
>;

export function createPasswordCheck(parts: PasswordCheckParts): PasswordCheck {
  const { store, lockout, credentialCache, passwords, clientAddress } = parts;
  const inProgress = new Map<string, Promise<User | undefined>>();
  const queue = createFairQueue({
    atOnce: Math.min(availableParallelism(), MAX_AT_ONCE),
    maxWaitingOfKey: MAX_WAITING_OF_NETWORK,
    maxWaiting: MAX_WAITING,
  });

  async function judge({ login, password, cacheKey }: Credentials): Promise<Judgement<User | undefined>> {
    // Asked again: the user may have changed while the attempt waited.
    const { user } = await store.users.credentials(login);
    const stored = user?.passwordHash;
    const isCached = user !== undefined && credentialCache.has(cacheKey, user);
    const isRight = isCached || (await passwords.verify(password, stored));
    if (!user || !isRight) return { verdict: 'wrong', value: undefined };
    const renewed = await renew(user, password);
    credentialCache.add(cacheKey, renewed);
    // Where there is a second factor, the password alone ends no count.
    return { verdict: user.twoFactor ? 'unfinished' : 'right', value: renewed };
  }

  /** The user with a hash of the present cost. */
  async function renew(user: User, password: string): Promise<User> {
    if (passwords.isPresentCost(user.passwordHash)) return user;
    const passwordHash = await passwords.hash(password);
    const isRenewed = await store.users.renewPasswordHash(user.id, user.passwordHash, passwordHash);
    return isRenewed ? { ...user, passwordHash } : user;
  }

  async function wait(credentials: Credentials, request: SignInRequest): Promise<User | undefined> {
    const { login, user } = credentials;
    try {
      return await queue.run(toClientNetwork(clientAddress.of(request)), () =>
        lockout.judge({ login, isKnown: user !== undefined }, () => judge(credentials)),
      );
    } catch (error) {
      throw error instanceof QueueFullError ? tooBusy() : error;
    }
  }

  return (credentials, request) => {
    const question = `${credentials.cacheKey}${credentials.user?.passwordHash ?? ''}`;
    const asked = inProgress.get(question);
    if (asked) return asked;
    const answer = wait(credentials, request).finally(() => inProgress.delete(question));
    inProgress.set(question, answer);
    return answer;
  };
}

/** One of the four threads that Node does such work on stays free for others. */
const MAX_AT_ONCE = 3;

const MAX_WAITING_OF_NETWORK = 256;

const MAX_WAITING = 2048;
