import type { Violations } from './ledger.ts';

/** What was observed in one scenario. */
export interface Row extends Violations {
  readonly scenario: string;
  readonly engine: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly created: number;
  readonly revoked: number;
  /** Answers 503. */
  readonly unavailable: number;
  /** Writes without an answer, or with the answer that they may have been made. */
  readonly uncertain: number;
  /** Answers 500. */
  readonly errors: number;
  /** The longest time without an acknowledged write, in milliseconds. */
  readonly longestPause: number;
  /** Milliseconds of calls of the testing service. */
  readonly latencies: readonly number[];
  readonly notes: readonly string[];
  readonly findings: readonly string[];
}

export function hasPassed({ created, errors, lost, returned, phantoms, findings }: Row): boolean {
  return created > 0 && errors + lost + returned + phantoms + findings.length === 0;
}

const COLUMNS: readonly (readonly [title: string, cell: (row: Row) => string | number])[] = [
  ['scenario', ({ scenario }) => scenario],
  ['engine', ({ engine }) => engine],
  ['rounds', ({ rounds }) => rounds],
  ['created', ({ created }) => created],
  ['revoked', ({ revoked }) => revoked],
  ['503', ({ unavailable }) => unavailable],
  ['uncertain', ({ uncertain }) => uncertain],
  ['500', ({ errors }) => errors],
  ['lost', ({ lost }) => lost],
  ['returned', ({ returned }) => returned],
  ['after 5xx', ({ phantoms }) => phantoms],
  ['pause s', ({ longestPause }) => (longestPause / 1000).toFixed(1)],
  ['/get p99 ms', ({ latencies }) => quantile(latencies, 0.99)],
  ['seconds', ({ seconds }) => Math.round(seconds)],
  ['verdict', (row) => (hasPassed(row) ? 'ok' : 'FAILED')],
];

/** The table, then the notes and findings of each scenario. */
export function formatSummary(rows: readonly Row[]): string {
  const lines = [
    COLUMNS.map(([title]) => title),
    ...rows.map((row) => COLUMNS.map(([, cell]) => String(cell(row)))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const table = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const remarks = rows.flatMap(({ scenario, engine, notes, findings }) =>
    [...notes, ...findings.map((finding) => `FAILED: ${finding}`)].map(
      (text) => `${scenario}, ${engine}: ${text}`,
    ),
  );
  return `${[...table, '', ...remarks].join('\n')}\n`;
}

function quantile(values: readonly number[], part: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return value === undefined ? '-' : value.toFixed(0);
}
