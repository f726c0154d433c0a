import { isDeepStrictEqual } from 'node:util';

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
