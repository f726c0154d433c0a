// The index of the package would add all of its algorithms to the bundle.
import { diffArrays } from 'diff/lib/diff/array.js';

/** A line that differs. Null for a line that one of the texts does not have. */
export interface LineDifference {
  /** The number of the line in the first text, from 1; of an added line, that of the line before which it is added. */
  readonly line: number;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The differing lines of two texts: a longest common subsequence of lines does not differ. Between texts with too many
 * differences, all lines between the equal ends differ.
 */
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

/** Maximum removed and added lines between texts of equal length; more where one of the texts is short. */
const MAX_EDITS = 2000;

/** Bounds the time for texts with many differences, whose edits are compared with the lines of the shorter text. */
const MAX_COMPARISONS = 2_000_000;

function diffMiddle(before: string[], after: string[], first: number): LineDifference[] {
  const shorter = Math.min(before.length, after.length);
  const maxEditLength = Math.max(MAX_EDITS, MAX_COMPARISONS / shorter);
  const changes = diffArrays(before, after, { maxEditLength }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const differences: LineDifference[] = [];
  let line = first;
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  const finish = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      differences.push({
        line: line + Math.min(index, removed.length),
        before: removed[index] ?? null,
        after: added[index] ?? null,
      });
    line += removed.length;
    [removed, added] = [[], []];
  };
  for (const change of changes) {
    if (change.removed) removed = [...removed, ...change.value];
    else if (change.added) added = [...added, ...change.value];
    else {
      finish();
      line += change.value.length;
    }
  }
  finish();
  return differences;
}
