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
