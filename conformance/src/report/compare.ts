import type { CaseReport, ConformanceReport } from './report.ts';

/** One rule, and its result for each client. */
export interface ComparedCase {
  readonly id: string;
  readonly group: string;
  readonly level: CaseReport['level'];
  readonly clause: string;
  readonly expected: string;
  /** In the order of the reports; undefined where a report does not have the case. */
  readonly cells: readonly (CaseReport | undefined)[];
  readonly differs: boolean;
}

/** The rows of a table of clients, in the order of the first report. */
export function compareReports(reports: readonly ConformanceReport[]): ComparedCase[] {
  const first = new Map(
    reports.flatMap(({ cases }) => cases).map((each): [string, CaseReport] => [each.id, each]),
  );
  return [...first.values()].map(({ id, group, level, clause, expected }) => {
    const cells = reports.map(({ cases }) => cases.find((each) => each.id === id));
    const differs = new Set(cells.map((cell) => cellText(cell))).size > 1;
    return { id, group, level, clause, expected, cells, differs };
  });
}

/** A result by symbol and word, or the value. */
export function cellText(cell: Pick<CaseReport, 'result' | 'reason' | 'value'> | undefined): string {
  if (!cell) return '';
  const { result, reason, value } = cell;
  switch (result) {
    case 'pass':
      return '✓ pass';
    case 'fail':
      return reason === 'wrong' ? '✕ fail' : `✕ ${reason}`;
    case 'value':
      return value ?? '';
    case 'inconclusive':
      return '? open';
    default:
      return '–';
  }
}

export function columnTitle({ client }: ConformanceReport): string {
  return `${client.name} ${client.version}`;
}

export function formatCsv(reports: readonly ConformanceReport[], rows: readonly ComparedCase[]): string {
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return [
    line(['id', 'level', 'clause', ...reports.map(columnTitle)]),
    ...rows.map(({ id, level, clause, cells }) => line([id, level, clause, ...cells.map(cellText)])),
  ].join('');
}

/** RFC 4180, with a quote before what a spreadsheet takes for a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function formatComparison(
  reports: readonly ConformanceReport[],
  rows: readonly ComparedCase[],
): string {
  const width = Math.max(...rows.map(({ id }) => id.length), 2);
  const columns = reports.map((report, index) =>
    Math.min(
      30,
      Math.max(columnTitle(report).length, ...rows.map(({ cells }) => cellText(cells[index]).length)),
    ),
  );
  const cut = (text: string, size: number) => (text.length > size ? `${text.slice(0, size - 1)}…` : text);
  const line = (id: string, cells: readonly string[]) =>
    `${id.padEnd(width)}  ${cells.map((cell, index) => cut(cell, columns[index] ?? 30).padEnd(columns[index] ?? 30)).join('  ')}`.trimEnd();
  return [
    line('', reports.map(columnTitle)),
    ...rows.map(({ id, cells }) => line(id, cells.map(cellText))),
    '',
  ].join('\n');
}
