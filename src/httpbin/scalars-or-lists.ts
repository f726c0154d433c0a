import { SortedMembers } from './python-value.ts';

/** What a name came with: its value, or the list of its values when there were several. */
export type ScalarOrList = string | string[];

const NONE = new SortedMembers([], []);

/** Pairs of a query or a form as the object that is echoed. Compat: a name that came once has a plain string. */
export function toScalarsOrLists(pairs: readonly (readonly [name: string, value: string])[]): SortedMembers {
  if (pairs.length === 0) return NONE;
  const members = new Map<string, ScalarOrList>();
  for (const [name, value] of pairs) {
    const known = members.get(name);
    if (known === undefined) members.set(name, value);
    else if (typeof known === 'string') members.set(name, [known, value]);
    else known.push(value);
  }
  return SortedMembers.of(members);
}
