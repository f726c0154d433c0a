import { createHmac } from 'node:crypto';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import type { User } from '../../store/index.ts';

/**
 * Caches which login and password were verified for which user, so that a client that repeats them does not cost an
 * argon2id hash each time. An entry is valid only for the password hash that it was verified against, so a changed
 * password invalidates it. Failed attempts are not cached.
 */
export interface CredentialCache {
  /** The cache key: a digest under a random key of this process. The password itself is not stored. */
  keyOf(login: string, password: string): string;
  has(key: string, user: CachedUser): boolean;
  add(key: string, user: CachedUser): void;
}

export type CachedUser = Pick<User, 'id' | 'passwordHash'>;

export interface CredentialCacheOptions {
  readonly runtime: Pick<Runtime, 'now' | 'bytes'>;
  /** Milliseconds. */
  readonly lifetime?: number;
  /** Maximum number of entries. The oldest entry is removed first. */
  readonly capacity?: number;
}

interface Entry extends CachedUser {
  readonly addedAt: number;
}

export function createCredentialCache({
  runtime,
  lifetime = 5 * 60 * 1000,
  capacity = 10_000,
}: CredentialCacheOptions): CredentialCache {
  const secret = runtime.bytes(32);
  const entries = new BoundedMap<string, Entry>({ capacity });

  return {
    keyOf(login, password) {
      // The lengths separate `ab` + `c` from `a` + `bc`.
      const text = `${login.length}:${login}${password.length}:${password}`;
      return createHmac('sha256', secret).update(text).digest('base64');
    },

    has(key, { id, passwordHash }) {
      const entry = entries.get(key);
      if (entry === undefined) return false;
      const age = runtime.now() - entry.addedAt;
      // The age is negative after the clock was set back.
      if (entry.id === id && entry.passwordHash === passwordHash && age >= 0 && age < lifetime) return true;
      entries.delete(key);
      return false;
    },

    add(key, { id, passwordHash }) {
      entries.set(key, { id, passwordHash, addedAt: runtime.now() });
    },
  };
}
