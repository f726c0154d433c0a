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
  const owners: { readonly item: One }[] = [];
  return items.every((item) => find({ item }, new Set()));

  function find(owner: { readonly item: One }, seen: Set<number>): boolean {
    return others.some((other, at) => {
      if (seen.has(at) || !fits(owner.item, other)) return false;
      seen.add(at);
      const previous = owners[at];
      if (previous && !find(previous, seen)) return false;
      owners[at] = owner;
      return true;
    });
  }
}
