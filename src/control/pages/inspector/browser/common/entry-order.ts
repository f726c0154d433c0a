import type { Summary } from '../../entry.ts';

/** The index of the first entry with a greater id, in entries in the order of their ids. */
export function firstAfter(entries: readonly { readonly id: number }[], id: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The id of the latest entry before this one with the same method and path. @param entries the oldest first */
export function earlierOf(entries: readonly Summary[], id: number): number | undefined {
  const place = firstAfter(entries, id) - 1;
  const entry = entries[place];
  if (entry?.id !== id) return undefined;
  const isAlike = (other: Summary) =>
    other.method === entry.method && pathOf(other.target) === pathOf(entry.target);
  return entries.slice(0, place).findLast(isAlike)?.id;
}

function pathOf(target: string): string | undefined {
  return target.split('?')[0];
}
