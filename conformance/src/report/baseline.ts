import { type Static, Type } from 'typebox';
import { matches, UsageError } from '../server.ts';
import type { CaseReport, ConformanceReport } from './report.ts';
import { stableText } from './stable-text.ts';

const Entry = Type.Object({
  result: Type.String(),
  reason: Type.Optional(Type.String()),
  got: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  revision: Type.Integer(),
  note: Type.Optional(Type.String()),
});

/** The cases of a run that did not pass, and those whose rule has changed, because their revision is known by their entry. */
const BaselineSchema = Type.Object({
  suite: Type.String(),
  client: Type.String(),
  version: Type.String(),
  cases: Type.Record(Type.String(), Entry),
});
export type Baseline = Static<typeof BaselineSchema>;
type Entry = Static<typeof Entry>;

/** That of a case that passed and has no entry. */
const FIRST_REVISION = 1;

/** How a run differs from a baseline. */
export interface Comparison {
  /** Passed before, or failed in another way. These fail the run. */
  readonly worse: readonly string[];
  readonly better: readonly string[];
  readonly known: readonly string[];
  /** Cases that the baseline cannot know: they, or their rule, came later. */
  readonly added: readonly string[];
  /** Cases whose value differs. */
  readonly values: readonly string[];
}

/** @throws UsageError for a text that is not a baseline. */
export function parseBaseline(text: string, file: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
  if (!matches(BaselineSchema, value))
    throw new UsageError(
      `${file} is not a baseline of sparring conformance; write one with --update-baseline.`,
    );
  return value;
}

/** The baseline as a file: sorted, one case a line. */
export function printBaseline(report: ConformanceReport, earlier: Baseline | undefined): string {
  const entries = report.cases
    .filter(({ result, revision }) => result !== 'pass' || revision > FIRST_REVISION)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map((each) => {
      const note = earlier?.cases[each.id]?.note;
      const entry = { ...toEntry(each), ...(note !== undefined && { note }) };
      return `    ${JSON.stringify(each.id)}: ${JSON.stringify(entry)}`;
    });
  const { name, version } = report.client;
  return [
    '{',
    `  "suite": ${JSON.stringify(report.suite)},`,
    `  "client": ${JSON.stringify(name)},`,
    `  "version": ${JSON.stringify(version)},`,
    `  "cases": {${entries.length > 0 ? `\n${entries.join(',\n')}\n  ` : ''}}`,
    '}\n',
  ].join('\n');
}

function toEntry({ result, reason, got, value, revision }: CaseReport): Entry {
  return {
    result,
    ...(reason !== undefined && { reason }),
    ...(got !== undefined && { got: stableText(got).slice(0, 200) }),
    ...(value !== undefined && { value }),
    revision,
  };
}

export function compareWithBaseline(report: ConformanceReport, baseline: Baseline): Comparison {
  const comparison = { worse: [], better: [], known: [], added: [], values: [] } as Record<
    keyof Comparison,
    string[]
  >;
  for (const each of report.cases) {
    const entry = baseline.cases[each.id];
    const isLater = compareVersions(each.since, baseline.suite) > 0;
    if (isLater || (entry?.revision ?? FIRST_REVISION) < each.revision) {
      if (each.result !== 'pass') comparison.added.push(each.id);
    } else comparison[kindOf(each, entry)].push(each.id);
  }
  return comparison;
}

function kindOf(current: CaseReport, entry: Entry | undefined): keyof Comparison {
  const before = entry?.result ?? 'pass';
  if (current.result === 'value') return entry?.value === current.value ? 'known' : 'values';
  if (current.result === 'pass') return before === 'pass' ? 'known' : 'better';
  if (before === current.result) {
    // A hang in place of an error is worse, as is a crash.
    return current.result === 'fail' && entry?.reason !== current.reason ? 'worse' : 'known';
  }
  return before === 'fail' && current.result !== 'fail' ? 'known' : 'worse';
}

function compareVersions(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
}
