import { didYouMean, UsageError } from '../server.ts';
import { type ConformanceCase, groupOf, LEVELS } from '../verdict/case.ts';
import { PATIENCE_CASE } from './patience.ts';
import { idOf } from './run-suite.ts';

export interface Selection {
  /** Ids, where `*` is any letters of a part, or one or more parts at the end. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
  readonly level?: readonly string[] | undefined;
}

export interface SelectedCases {
  /** In the order of the suite, with the cases that others need. */
  readonly cases: readonly ConformanceCase[];
  /** Ids of the cases that were selected. The others are not reported. */
  readonly reported: ReadonlySet<string>;
}

/** @throws UsageError for a pattern, group or level that selects no case. */
export function selectCases(all: readonly ConformanceCase[], selection: Selection): SelectedCases {
  const { only = [], skip = [], group = [], level = [] } = selection;
  const known = (list: readonly string[], values: readonly string[], what: string) => {
    const unknown = values.find((each) => !list.includes(each));
    if (unknown !== undefined)
      throw new UsageError(`There is no ${what} ${unknown}${didYouMean(unknown, list)}.`);
  };
  known([...new Set(all.map(groupOf))], group, 'group');
  known(LEVELS, level, 'level');
  const ids = all.map(({ id }) => id);
  for (const pattern of [...only, ...skip])
    if (!ids.some((id) => isMatch(pattern, id)))
      throw new UsageError(
        `There is no case ${pattern}${didYouMean(pattern, ids)}; sparring conformance list lists them.`,
      );
  const selected = all.filter(
    (each) =>
      (only.length === 0 || only.some((pattern) => isMatch(pattern, each.id))) &&
      !skip.some((pattern) => isMatch(pattern, each.id)) &&
      (group.length === 0 || group.includes(groupOf(each))) &&
      (level.length === 0 || level.includes(each.level)),
  );
  const needed = new Set<string>();
  const add = (id: string) => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const need of all.find((each) => each.id === id)?.needs ?? []) add(idOf(need));
  };
  for (const { id } of selected) add(id);
  // The deadlines of the others follow what it measures.
  if (selected.some(({ needs }) => needs.length > 0)) add(PATIENCE_CASE);
  return {
    cases: all.filter(({ id }) => needed.has(id)),
    reported: new Set(selected.map(({ id }) => id)),
  };
}

function isMatch(pattern: string, id: string): boolean {
  const parts = pattern.split('.');
  const given = id.split('.');
  const isPrefix = parts.at(-1) === '*' && given.length >= parts.length;
  if (!isPrefix && parts.length !== given.length) return false;
  return parts.every((part, index) => isPartMatch(part, given[index] ?? ''));
}

/** Whether `*` in the pattern can be replaced by letters so that it is the part. */
function isPartMatch(pattern: string, part: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined) return pattern === part;
  if (!part.startsWith(start) || !part.endsWith(end)) return false;
  let at = start.length;
  for (const text of others) {
    const found = part.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return at <= part.length - end.length;
}
