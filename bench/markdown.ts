import type { Measurement, Table } from './measurement.ts';

/** A table in Markdown, with columns of equal width, so that it is also readable in a terminal. */
export function formatMarkdownTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(formatCell))];
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const formatLine = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [head = [], ...body] = cells;
  return [`**${title}**`, '', formatLine(head), formatLine(rule), ...body.map(formatLine), ''].join('\n');
}

/** The figures as one table, with their targets. */
export function buildSummary(measurements: readonly Measurement[]): Table {
  return {
    title: 'Figures and targets',
    columns: ['Figure', 'Measured', 'Target', 'Verdict'],
    rows: measurements.map((row) =>
      'skipped' in row
        ? [row.what, '', '', `skipped: ${row.skipped}`]
        : [row.what, `${formatCell(row.value)} ${row.unit}`.trim(), row.target, verdict(row.isReached)],
    ),
  };
}

/**
 * Replaces the text between the lines `<!-- NAME -->` and `<!-- end of NAME -->` of a page.
 * @throws Error for a page without them.
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [begin, end] = [`\n<!-- ${name} -->\n`, `\n<!-- end of ${name} -->\n`];
  const from = page.indexOf(begin) + begin.length;
  // The line break before the end may be that after the beginning.
  const to = page.indexOf(end, from - 1);
  if (from < begin.length || to < 0) throw new Error(`The page has no ${begin.trim()} before ${end.trim()}`);
  return `${page.slice(0, from)}\n${text.trim()}\n${page.slice(to)}`;
}

function verdict(isReached: boolean | undefined): string {
  if (isReached === undefined) return '';
  return isReached ? 'reached' : 'NOT REACHED';
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}

/** At least three significant digits, without an exponent; an integer as it is. */
function formatCell(cell: number | string | undefined): string {
  if (typeof cell !== 'number') return cell ?? '';
  if (!Number.isFinite(cell)) return '';
  return Number.isInteger(cell) || Math.abs(cell) >= 100 ? cell.toFixed(0) : cell.toPrecision(3);
}
