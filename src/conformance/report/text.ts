import { LEVEL_NAMES, LEVELS } from '../verdict/case.ts';
import type { Comparison } from './baseline.ts';
import { isNothingTested, isUntrusted } from './outcome.ts';
import type { CaseReport, ConformanceReport } from './report.ts';

export interface TextOptions {
  readonly bold: (text: string) => string;
  readonly paint: (color: 'green' | 'yellow' | 'red' | 'dim', text: string) => string;
  readonly comparison: Comparison | undefined;
  /** The arguments that name the adapter, for the line that reproduces a failure. */
  readonly adapterArguments: string;
}

/** The report as text: groups, failures, what is inconclusive, and counts. */
export function toText(report: ConformanceReport, options: TextOptions): string {
  const { client, cases, suite, ms, partial } = report;
  const { bold, comparison } = options;
  const title = `${client.name} ${client.version} · suite ${suite} · ${cases.length} cases · ${(ms / 1000).toFixed(1)} s${partial ? ' · partial' : ''}`;
  const failures = cases.filter(({ result }) => result === 'fail');
  const open = cases.filter(({ result }) => result === 'inconclusive');
  return [
    bold(title),
    ...groupLines(cases),
    '',
    ...failures.flatMap((each) => failureLines(each, options)),
    ...openLines(open, options),
    countLine(report),
    ...(isNothingTested(report) ? ['nothing was tested'] : []),
    ...(isUntrusted(report)
      ? [`the suite failed: the server did not send the responses of ${report.unsent} cases as declared`]
      : []),
    ...(report.noise.lines > 0
      ? [
          `noise: ${report.noise.lines} lines of the adapter are no outcomes, such as ${JSON.stringify(report.noise.first[0]?.slice(0, 80))}`,
        ]
      : []),
    ...(comparison ? [baselineLine(comparison)] : []),
    '',
  ].join('\n');
}

const COLUMNS = 4;

function groupLines(cases: readonly CaseReport[]): string[] {
  const cells = [...Map.groupBy(cases, ({ group }) => group)].map(([group, members]) => {
    const judged = members.filter(({ result }) => result === 'pass' || result === 'fail');
    const passed = judged.filter(({ result }) => result === 'pass').length;
    return `${group.padEnd(14)}${`${passed} of ${judged.length}`.padEnd(10)}`;
  });
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
  const mark = comparison?.worse.includes(id) ? ' worse' : '';
  return [
    `${paint('red', 'FAIL')} ${level}  ${id}  ${paint('dim', clause)}${reason === 'wrong' ? '' : `  ${reason}`}${mark}`,
    `        got       ${got}`,
    `        expected  ${expected}`,
    paint('dim', `        sparring conformance --only ${id} ${adapterArguments}`),
  ];
}

function openLines(open: readonly CaseReport[], { paint }: TextOptions): string[] {
  if (open.length === 0) return [];
  const lines = open.map(
    ({ id, level, reason, got }) =>
      `${paint('yellow', 'OPEN')} ${level}  ${id}  ${reason}${got === undefined ? '' : `; got ${got}`}`,
  );
  return [...lines, ''];
}

function countLine({ counts, cases }: ConformanceReport): string {
  const levels = LEVELS.filter((level) => level !== 'I').map((level) => {
    const { pass, fail } = counts[level];
    return `${LEVEL_NAMES[level]} ${pass} of ${pass + fail}`;
  });
  const count = (result: string) => cases.filter((each) => each.result === result).length;
  return [
    ...levels,
    `${count('value')} values`,
    `${count('unsupported')} unsupported`,
    `${count('inconclusive')} inconclusive`,
  ].join(' · ');
}

function baselineLine({ worse, better, known, added }: Comparison): string {
  const list = (ids: readonly string[]) =>
    ids.length === 0 ? '' : ` (${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''})`;
  return `baseline: ${worse.length} worse${list(worse)}, ${better.length} better${list(better)}, ${added.length} new${list(added)}, ${known.length} known`;
}
