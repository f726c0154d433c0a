import { readFile } from 'node:fs/promises';
import { compareWithBaseline, parseBaseline } from '../report/baseline.ts';
import { EXIT, exitCodeOf, isFailure, worseCases } from '../report/outcome.ts';
import type { CaseReport, ConformanceReport } from '../report/report.ts';

export interface Demands {
  /** The file of a baseline: only what is worse fails. */
  readonly baseline?: string | undefined;
  readonly strict?: boolean | undefined;
}

/** Fails where the command would end with another code than 0. @throws Error that names the cases; UsageError */
export async function demandConformance(
  report: ConformanceReport,
  { baseline, strict = false }: Demands,
): Promise<void> {
  const comparison =
    baseline === undefined
      ? undefined
      : compareWithBaseline(report, parseBaseline(await readFile(baseline, 'utf8'), baseline));
  const code = exitCodeOf(report, { strict, strictBaseline: false, isInterrupted: false, comparison });
  if (code === EXIT.same) return;
  const { name, version } = report.client;
  const failures = comparison
    ? worseCases(report, comparison, strict)
    : report.cases.filter((each) => isFailure(each, strict));
  const lines = failures.map(formatLine);
  const what = lines.length > 0 ? `fails ${lines.length} cases of the conformance suite` : 'was not tested';
  throw new Error([`${name} ${version} ${what}`, ...lines].join('\n'));
}

function formatLine({ id, level, clause, result, reason, got, expected }: CaseReport): string {
  const found = result === 'fail' ? `got ${got}` : `${result}: ${reason}`;
  return `  ${level} ${id} (${clause}): ${found}; expected ${expected}`;
}
