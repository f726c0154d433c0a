import { isDeepStrictEqual } from 'node:util';
import type { Passwords } from '#accounts/domain/sign-in/passwords.ts';
import type { Store } from '#accounts/store/index.ts';

/** The store that receives the records of a seed. */
export interface SeedTarget {
  readonly store: Store;
  readonly passwords: Passwords;
  /** The current time in the format of the API. */
  readonly at: string;
}

/** The wanted members that differ from the stored ones. Undefined members are ignored. */
export function differences<Stored extends object>(
  stored: Stored,
  wanted: { [Name in keyof Stored]?: Stored[Name] | undefined },
): Partial<Stored> {
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(stored, name)),
  );
  return Object.fromEntries(entries) as Partial<Stored>;
}
