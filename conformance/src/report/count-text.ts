import type { CaseReport } from './report.ts';

/** What the cases without a verdict are. */
const WITHOUT_VERDICT = [
  ['value', 'recorded'],
  ['unsupported', 'unsupported'],
  ['inconclusive', 'inconclusive'],
  ['skipped', 'skipped'],
] as const;

/** How many of the cases passed; without a case that passed or failed, what they are. */
export function countText(cases: readonly Pick<CaseReport, 'result'>[]): string {
  const count = (kind: CaseReport['result']) => cases.filter(({ result }) => result === kind).length;
  const judged = count('pass') + count('fail');
  if (judged > 0) return `${count('pass')} of ${judged}`;
  return WITHOUT_VERDICT.filter(([result]) => count(result) > 0)
    .map(([result, name]) => `${count(result)} ${name}`)
    .join(', ');
}
