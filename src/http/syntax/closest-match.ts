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
    const steps = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** ` (did you mean port?)`, or an empty string. */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  const match = closestMatch(wrong, known);
  return match === undefined ? '' : ` (did you mean ${match}?)`;
}

/** The Damerau-Levenshtein distance (optimal string alignment) of two words. Its time is the product of their lengths. */
export function editDistance(one: string, other: string): number {
  /** Distances of the first `row` characters of one word from the first `column` of the other. */
  const rows: number[][] = [];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= one.length; row++) {
    const current: number[] = [];
    rows.push(current);
    for (let column = 0; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(row + column === 0 ? 0 : steps);
    }
  }
  return at(one.length, other.length);
}
