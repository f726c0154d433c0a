import type { CaseReport } from './report.ts';

/** How many of the cases passed; without a case that passed or failed, what they are. */
export function countText(cases: readonly Pick<CaseReport, 'result'>[]): string {
  const count = (kind: CaseReport['result']) => cases.filter(({ result }) => result === kind).length;
  const judged = count('pass') + count('fail');
  if (judged > 0) return `${count('pass')} of ${judged}`;
  const values = count('value');
  return [
    ...(values > 0 ? [`${values} ${values === 1 ? 'value' : 'values'}`] : []),
    ...(['unsupported', 'inconclusive', 'skipped'] as const)
      .filter((result) => count(result) > 0)
      .map((result) => `${count(result)} ${result}`),
  ].join(', ');
}
