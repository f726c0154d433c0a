/**
 * The known name that is most similar to an unknown one; undefined when none is similar.
 * @param maxDistance number of characters that are inserted, deleted, replaced or swapped; a third of the name by default.
 */
export function closestMatch(
  wrong: string,
  known: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(wrong.length / 3)),
): string | undefined {
  let best: string | undefined;
  let least = maxDistance + 1;
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
    const steps = distance(wrong.toLowerCase(), name.toLowerCase());
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** ` (did you mean port?)`, or an empty string. */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  const match = closestMatch(wrong, known);
  return match === undefined ? '' : ` (did you mean ${match}?)`;
}

/** The Damerau-Levenshtein distance (optimal string alignment) of two words. */
function distance(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let steps = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) steps = Math.min(steps, (beforeLast[column - 2] ?? 0) + 1);
      current.push(steps);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
