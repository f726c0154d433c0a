import { LEVEL_NAMES, LEVELS } from '../verdict/case.ts';
import type { Comparison } from './baseline.ts';
import { countText } from './count-text.ts';
import { isUndecided } from './outcome.ts';
import type { CaseReport, ConformanceReport } from './report.ts';

export interface TextOptions {
  readonly bold: (text: string) => string;
  readonly paint: (color: 'green' | 'yellow' | 'red' | 'dim', text: string) => string;
  readonly comparison: Comparison | undefined;
  /** The arguments that name the adapter, for the line that reproduces a failure. */
  readonly adapterArguments: string;
}

/** The report as text: groups, failures, what is inconclusive, and counts. With a baseline, only what differs from it in full. */
export function formatReport(report: ConformanceReport, options: TextOptions): string {
  const { client, cases, suite, ms, partial } = report;
  const { bold, comparison } = options;
  const title = `${client.name} ${client.version} · suite ${suite} · ${cases.length} cases · ${(ms / 1000).toFixed(1)} s${partial ? ' · partial' : ''}`;
  const isShown = ({ id }: CaseReport) =>
    !comparison || comparison.worse.includes(id) || comparison.added.includes(id);
  const failures = cases.filter((each) => each.result === 'fail' && isShown(each));
  const open = cases.filter((each) => each.result === 'inconclusive' && isShown(each));
  return [
    bold(title),
    ...versionLines(client),
    ...groupLines(cases),
    '',
    ...failures.flatMap((each) => failureLines(each, options)),
    ...openLines(open, options),
    ...(comparison ? comparedLines(report, comparison, options) : []),
    countLine(report),
    ...(report.problem === undefined ? [] : [report.problem]),
    ...noiseLines(report),
    ...lastLines(cases, comparison),
    '',
  ].join('\n');
}

const MAX_VERSIONS = 6;

/** What the client runs on. */
function versionLines({ versions = {} }: ConformanceReport['client']): string[] {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  if (all.length === 0) return [];
  const more = all.length > MAX_VERSIONS ? `, and ${all.length - MAX_VERSIONS} more` : '';
  return [`on ${all.slice(0, MAX_VERSIONS).join(', ')}${more}`];
}

const COLUMNS = 4;

function groupLines(cases: readonly CaseReport[]): string[] {
  const groups = [...Map.groupBy(cases, ({ group }) => group)].map(
    ([group, members]) => [group, countText(members)] as const,
  );
  const width = Math.max(10, ...groups.map(([, count]) => count.length));
  const cells = groups.map(([group, count]) => `${group.padEnd(14)}${count.padEnd(width)}`);
  const lines: string[] = [];
  for (let index = 0; index < cells.length; index += COLUMNS)
    lines.push(
      `  ${cells
        .slice(index, index + COLUMNS)
        .join('  ')
        .trimEnd()}`,
    );
  return lines;
}

function failureLines(
  { id, level, clause, reason, got, expected }: CaseReport,
  { paint, comparison, adapterArguments }: TextOptions,
): string[] {
  const mark = markOf(id, comparison);
  return [
    `${paint('red', 'FAIL')} ${level}  ${id}  ${paint('dim', clause)}${reason === 'wrong' ? '' : `  ${reason}`}${mark}`,
    `        got       ${got}`,
    `        expected  ${expected}`,
    paint('dim', `        sparring conformance --only ${id} ${adapterArguments}`),
  ];
}

function markOf(id: string, comparison: Comparison | undefined): string {
  if (comparison?.worse.includes(id)) return '  worse';
  return comparison?.added.includes(id) ? '  new' : '';
}

/** So many cases that need another one are named, and more are counted. */
const MAX_NEEDS = 3;

/** Cases that are undecided. Those that only need another one are one line, if they are many. */
function openLines(open: readonly CaseReport[], { paint, comparison }: TextOptions): string[] {
  if (open.length === 0) return [];
  const mark = paint('yellow', 'OPEN');
  const lines = [...Map.groupBy(open, ({ reason = '' }) => reason)].flatMap(([reason, members]) =>
    reason.startsWith('needs ') && members.length > MAX_NEEDS
      ? [`${mark}    ${members.length} cases need ${reason.slice('needs '.length)}, which did not pass`]
      : members.map(
          ({ id, level, got }) =>
            `${mark} ${level}  ${id}  ${reason}${got === undefined ? '' : `; got ${got}`}${markOf(id, comparison)}`,
        ),
  );
  return [...lines, ''];
}

/** What is better than the baseline, and one line for all that is known. */
function comparedLines(
  { cases }: ConformanceReport,
  { better, known, values }: Comparison,
  { paint }: TextOptions,
): string[] {
  const count = (result: CaseReport['result']) =>
    cases.filter((each) => each.result === result && known.includes(each.id)).length;
  const [failed, open] = [count('fail'), count('inconclusive')];
  const lines = [
    ...better.map((id) => `${paint('green', 'BETTER')}  ${id}`),
    ...cases
      .filter(({ id }) => values.includes(id))
      .map(({ id, value }) => `VALUE   ${id}  ${value}, which differs`),
    ...(failed + open > 0 ? [paint('dim', `known: ${failed} failed, ${open} inconclusive`)] : []),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function noiseLines({ noise: { lines, late = 0, first } }: ConformanceReport): string[] {
  return [
    ...(lines > 0
      ? [
          `noise: ${lines} lines of the adapter are no outcomes, such as ${JSON.stringify(first[0]?.slice(0, 80))}`,
        ]
      : []),
    ...(late > 0 ? [`late: ${late} outcomes came when their request had ended`] : []),
  ];
}

/** What decides about the run, last. */
function lastLines(cases: readonly CaseReport[], comparison: Comparison | undefined): string[] {
  const undecided = cases.filter(isUndecided).length;
  const count = `${undecided} ${undecided === 1 ? 'case' : 'cases'} of R, X, B`;
  if (comparison) return [`${baselineLine(comparison)}${undecided > 0 ? `; ${count} undecided` : ''}`];
  return undecided > 0 ? [`undecided: ${count}, which fail the run with --strict`] : [];
}

function countLine({ counts, cases }: ConformanceReport): string {
  const levels = LEVELS.filter((level) => counts[level].pass + counts[level].fail > 0).map((level) => {
    const { pass, fail } = counts[level];
    return `${LEVEL_NAMES[level]} ${pass} of ${pass + fail}`;
  });
  const count = (result: string) => cases.filter((each) => each.result === result).length;
  return [
    ...levels,
    `${count('value')} recorded without a verdict`,
    `${count('unsupported')} unsupported`,
    `${count('inconclusive')} inconclusive`,
  ].join(' · ');
}

function baselineLine({ worse, better, known, added }: Comparison): string {
  const list = (ids: readonly string[]) =>
    ids.length === 0 ? '' : ` (${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''})`;
  return `baseline: ${worse.length} worse${list(worse)}, ${better.length} better${list(better)}, ${added.length} new${list(added)}, ${known.length} known`;
}
