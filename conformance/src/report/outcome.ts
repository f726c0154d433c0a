import type { Comparison } from './baseline.ts';
import { type CaseReport, type ConformanceReport, isNothingTested, isUntrusted } from './report.ts';

/** Exit codes of the command. */
export const EXIT = { same: 0, worse: 1, usage: 2, adapter: 3, suite: 4, interrupted: 130 } as const;

export interface Gate {
  /** Whether failures of recommendations, and undecided cases of the levels that fail a run, count. */
  readonly strict: boolean;
  /** Whether cases that are better than the baseline count. */
  readonly strictBaseline: boolean;
  /** Whether SIGINT ended the run; otherwise a partial report is one of `--bail`. */
  readonly isInterrupted: boolean;
  readonly comparison: Comparison | undefined;
}

type Judged = Pick<CaseReport, 'level' | 'result'>;

/** Whether a case counts without a baseline. */
export function isFailure(each: Judged, strict: boolean): boolean {
  const { level, result } = each;
  if (strict && isUndecided(each)) return true;
  return result === 'fail' && level !== 'I' && (level !== 'S' || strict);
}

/** Whether a case whose failure fails the run has no result: the client may have failed it. */
export function isUndecided({ level, result }: Judged): boolean {
  return result === 'inconclusive' && level !== 'I' && level !== 'S';
}

export function exitCodeOf(
  report: ConformanceReport,
  { strict, strictBaseline, isInterrupted, comparison }: Gate,
): number {
  if (report.partial && isInterrupted) return EXIT.interrupted;
  if (isUntrusted(report)) return EXIT.suite;
  if (report.partial) return EXIT.worse;
  if (isNothingTested(report)) return EXIT.worse;
  if (!comparison) return report.cases.some((each) => isFailure(each, strict)) ? EXIT.worse : EXIT.same;
  return worseCases(report, comparison, strict).length > 0 || (strictBaseline && comparison.better.length > 0)
    ? EXIT.worse
    : EXIT.same;
}

/** The cases that are worse than in a baseline, and count. */
export function worseCases(
  { cases }: ConformanceReport,
  { worse }: Comparison,
  strict: boolean,
): readonly CaseReport[] {
  return cases.filter(({ id, level }) => worse.includes(id) && level !== 'I' && (level !== 'S' || strict));
}

/** Whether the run can be the baseline of later ones. */
export function isBaseline(report: ConformanceReport): boolean {
  return !report.partial && !isUntrusted(report) && !isNothingTested(report);
}
