import { availableParallelism } from 'node:os';
import type { Runtime } from '../../runtime.ts';
import { createKeyedDigest } from './keyed-digest.ts';
import type { Passwords } from './passwords.ts';
import { createWorkQueue } from './work-queue.ts';

/**
 * Passwords that were just verified, so that the next call does not pay for a hash again. What is kept is an HMAC under
 * a key that never leaves this object, and each entry counts only together with the stored hash it was verified
 * against: a changed password ends it. Failures are not kept.
 */
export interface VerifiedCredentials {
  /** What login and password are known by here. */
  digest(login: string, password: string): string;
  isFresh(digest: string, stored: string): boolean;
  /**
   * By a whole hash, without a look at what is remembered. Callers that ask the same at the same time share one.
   * @throws QueueFullError when too many hashes are waiting.
   */
  verify(digest: string, password: string, stored: string | undefined): Promise<boolean>;
}

export interface VerifiedCredentialsOptions {
  readonly runtime: Runtime;
  readonly passwords: Passwords;
  /** Milliseconds. */
  readonly lifetime?: number;
  /** Most entries. */
  readonly capacity?: number;
}

interface Entry {
  readonly stored: string;
  readonly since: number;
}

export function createVerifiedCredentials({
  runtime,
  passwords,
  lifetime = 5 * 60 * 1000,
  capacity = 10_000,
}: VerifiedCredentialsOptions): VerifiedCredentials {
  const digest = createKeyedDigest(runtime.bytes(32));
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<boolean>>();
  const queue = createWorkQueue(Math.min(availableParallelism(), MOST_AT_ONCE), MOST_WAITING);

  function remember(digest: string, stored: string): void {
    entries.delete(digest);
    entries.set(digest, { stored, since: runtime.now() });
    if (entries.size <= capacity) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  return {
    digest(login, password) {
      // The lengths keep `ab` + `c` and `a` + `bc` apart.
      return digest(`${login.length}:${login}${password.length}:${password}`);
    },

    isFresh(digest, stored) {
      const entry = entries.get(digest);
      if (entry === undefined) return false;
      const age = runtime.now() - entry.since;
      // A clock that was set back makes entries of the future, which prove nothing.
      if (entry.stored === stored && age >= 0 && age < lifetime) return true;
      entries.delete(digest);
      return false;
    },

    verify(digest, password, stored) {
      const question = `${digest}${stored ?? ''}`;
      const asked = underWay.get(question);
      if (asked) return asked;
      const answer = queue
        .run(() => passwords.verify(password, stored))
        .then((isRight) => {
          if (isRight && stored !== undefined) remember(digest, stored);
          return isRight;
        })
        .finally(() => underWay.delete(question));
      underWay.set(question, answer);
      return answer;
    },
  };
}

/** One of the four threads that Node does such work on stays free for others. */
const MOST_AT_ONCE = 3;

const MOST_WAITING = 256;
