import { BoundedMap } from '../../http/bounded-map.ts';
import type { Runtime } from '../../runtime.ts';
import { createKeyedDigest } from './keyed-digest.ts';

/**
 * A cache of passwords that were just verified, so that the next call does not pay for a hash again. What is kept is an
 * HMAC under a key that never leaves this object, and each entry counts only together with the stored hash it was
 * verified against: a changed password ends it. Failures are not kept.
 */
export interface VerifiedCredentials {
  /** What login and password are known by here. */
  digest(login: string, password: string): string;
  isFresh(digest: string, stored: string): boolean;
  /** Keeps that the password has just been verified against this hash. */
  add(digest: string, stored: string): void;
  /** Removes all entries. */
  clear(): void;
}

export interface VerifiedCredentialsOptions {
  readonly runtime: Pick<Runtime, 'now' | 'bytes'>;
  /** Milliseconds. */
  readonly lifetime?: number;
  /** Maximum number of entries. */
  readonly capacity?: number;
}

interface Entry {
  readonly stored: string;
  readonly since: number;
}

export function createVerifiedCredentials({
  runtime,
  lifetime = 5 * 60 * 1000,
  capacity = 10_000,
}: VerifiedCredentialsOptions): VerifiedCredentials {
  const digest = createKeyedDigest(runtime.bytes(32));
  const entries = new BoundedMap<string, Entry>({ capacity });

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

    add(digest, stored) {
      entries.set(digest, { stored, since: runtime.now() });
    },

    clear: () => entries.clear(),
  };
}
