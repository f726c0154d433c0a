/** The values by name; the texts of a repeated name as a list. Undefined without a pair. */
export function groupPairs(
  pairs: readonly (readonly [string, string])[],
): Record<string, string | string[]> | undefined {
  if (pairs.length === 0) return undefined;
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const [first = '', ...others] = group.map(([, value]) => value);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
