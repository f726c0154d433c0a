import { availableParallelism } from 'node:os';
import { QueueFullError } from '#concurrency.ts';
import type { Store, User } from '../../store/index.ts';
import { tooBusy } from '../errors/errors.ts';
import { type ClientAddress, computeClientNetwork } from '../request/client-address.ts';
import type { CredentialCache } from './credential-cache.ts';
import { FairQueue } from './fair-queue.ts';
import type { Lockout, SignInRequest, Verification } from './lockout.ts';
import type { Passwords } from './passwords.ts';

/** The credentials of a sign-in, and the user of the login at its start. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
  /** The key of login and password in the credential cache. */
  readonly cacheKey: string;
  readonly user: User | undefined;
}

/**
 * Waits in a fair queue by client network, counts the attempt, and verifies the password. Concurrent calls with the
 * same credentials share one attempt.
 * @throws ApiError 403 for a locked login, 429 when the queue is full.
 */
export type PasswordCheck = (credentials: Credentials, request: SignInRequest) => Promise<User | undefined>;

export interface PasswordCheckDependencies {
  readonly store: Pick<Store, 'users'>;
  readonly lockout: Lockout;
  readonly credentialCache: CredentialCache;
  readonly passwords: Passwords;
  readonly clientAddress: ClientAddress;
  readonly passwordQueue: FairQueue;
}

/** The queue of password checks, which limits the number of hashes that are computed at the same time. */
export function createPasswordQueue(): FairQueue {
  return new FairQueue({
    atOnce: Math.min(availableParallelism(), MAX_AT_ONCE),
    maxWaitingOfKey: MAX_WAITING_OF_NETWORK,
    maxWaiting: MAX_WAITING,
  });
}

export function createPasswordCheck(dependencies: PasswordCheckDependencies): PasswordCheck {
  const { store, lockout, credentialCache, passwords, clientAddress, passwordQueue } = dependencies;
  const inProgress = new Map<string, Promise<User | undefined>>();

  async function verify({ login, password, cacheKey }: Credentials): Promise<Verification<User | undefined>> {
    // Read again: the user may have changed while the attempt waited.
    const { user } = await store.users.credentials(login);
    const stored = user?.passwordHash;
    const isCached = user !== undefined && credentialCache.has(cacheKey, user);
    const isVerified = isCached || (await passwords.verify(password, stored));
    if (!user || !isVerified) return { outcome: 'failed', value: undefined };
    const renewed = await renew(user, password);
    credentialCache.add(cacheKey, renewed);
    // With a second factor, the password alone does not end the count.
    return { outcome: user.twoFactor ? 'pending' : 'succeeded', value: renewed };
  }

  /** The user with a hash at the current cost. */
  async function renew(user: User, password: string): Promise<User> {
    if (passwords.isCurrentCost(user.passwordHash)) return user;
    const passwordHash = await passwords.hash(password);
    const isRenewed = await store.users.renewPasswordHash(user.id, user.passwordHash, passwordHash);
    return isRenewed ? { ...user, passwordHash } : user;
  }

  async function wait(credentials: Credentials, request: SignInRequest): Promise<User | undefined> {
    const { login, user } = credentials;
    try {
      return await passwordQueue.run(computeClientNetwork(clientAddress.of(request)), () =>
        lockout.attempt({ login, isKnown: user !== undefined }, () => verify(credentials)),
      );
    } catch (error) {
      throw error instanceof QueueFullError ? tooBusy() : error;
    }
  }

  return (credentials, request) => {
    const attemptKey = `${credentials.cacheKey}${credentials.user?.passwordHash ?? ''}`;
    const pending = inProgress.get(attemptKey);
    if (pending) return pending;
    const result = wait(credentials, request).finally(() => inProgress.delete(attemptKey));
    inProgress.set(attemptKey, result);
    return result;
  };
}

/** Leaves one of the four threads of the thread pool free for other work. */
const MAX_AT_ONCE = 3;

const MAX_WAITING_OF_NETWORK = 256;

const MAX_WAITING = 2048;
