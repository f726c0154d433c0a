/**
 * Whether each of the first items can have another of the second items that fits: a matching of all of them in a bipartite
 * graph, by augmenting paths.
 */
export function canAssign<One, Other>(
  items: readonly One[],
  others: readonly Other[],
  fits: (item: One, other: Other) => boolean,
): boolean {
  if (items.length > others.length) return false;
  /** The item that has each of the others. */
  const owners: (number | undefined)[] = [];
  return items.every((_item, index) => find(index, new Set()));

  function find(index: number, seen: Set<number>): boolean {
    const item = items[index];
    if (item === undefined) return false;
    for (const [at, other] of others.entries()) {
      if (seen.has(at) || !fits(item, other)) continue;
      seen.add(at);
      const owner = owners[at];
      if (owner !== undefined && !find(owner, seen)) continue;
      owners[at] = index;
      return true;
    }
    return false;
  }
}
