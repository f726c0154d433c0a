/** A line that differs. Null for a line that one of the texts does not have. */
export interface LineDifference {
  /** The number of the line in the first text, from 1; of an added line, that of the line before which it is added. */
  readonly line: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** The differing lines of two texts: a longest common subsequence of lines does not differ. */
export function diffLines(one: string, other: string): LineDifference[] {
  const before = one.split('\n');
  const after = other.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const common = Math.min(before.length, after.length) - start;
  while (end < common && before.at(-1 - end) === after.at(-1 - end)) end++;
  return diffMiddle(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
    start + 1,
  );
}

/** Maximum product of the numbers of lines. Between longer texts, all lines differ. */
const MAX_CELLS = 1_000_000;

function diffMiddle(before: readonly string[], after: readonly string[], first: number): LineDifference[] {
  const lengths = before.length * after.length > MAX_CELLS ? undefined : commonLengths(before, after);
  const at = (row: number, column: number) => lengths?.[row * (after.length + 1) + column] ?? 0;
  const differences: LineDifference[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && before[row] === after[column]) {
      [row, column] = [row + 1, column + 1];
      continue;
    }
    const line = first + row;
    const removed: string[] = [];
    const added: string[] = [];
    while (
      (row < before.length || column < after.length) &&
      (row >= before.length || before[row] !== after[column])
    )
      if (row < before.length && (column >= after.length || at(row + 1, column) >= at(row, column + 1)))
        removed.push(before[row++] ?? '');
      else added.push(after[column++] ?? '');
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      differences.push({
        line: line + Math.min(index, removed.length),
        before: removed[index] ?? null,
        after: added[index] ?? null,
      });
  }
  return differences;
}

/** The lengths of the longest common subsequences of all pairs of suffixes, row by row. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--) {
      const index = row * width + column;
      lengths[index] =
        before[row] === after[column]
          ? (lengths[index + width + 1] ?? 0) + 1
          : Math.max(lengths[index + width] ?? 0, lengths[index + 1] ?? 0);
    }
  return lengths;
}
