import type { CaseReport } from './report.ts';

/** A result by symbol and word, in the order of a reader's interest. */
export const RESULT_LABELS: Readonly<Record<CaseReport['result'], string>> = {
  fail: '✕ fail',
  inconclusive: '? inconclusive',
  pass: '✓ pass',
  value: '= value',
  unsupported: '– unsupported',
  skipped: '– skipped',
};
