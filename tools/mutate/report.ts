import type { Status, Verdict } from './judge.ts';
import { diffOf, lineOf, type Mutant } from './mutant.ts';

export type ReadSource = (file: string) => string;

export function describeMutant(mutant: Mutant, read: ReadSource): string {
  return `${mutant.file}:${lineOf(read(mutant.file), mutant)} ${mutant.kind}`;
}

/** One line for a detected mutant; with the change for an undetected one. */
export function describeVerdict(verdict: Verdict, read: ReadSource): string {
  const { mutant, status, test, files, left } = verdict;
  const head = `${status}: ${describeMutant(mutant, read)}`;
  if (test !== '') return `${head}: ${test}\n`;
  const indented = diffOf(read(mutant.file), mutant).replaceAll(/^/gm, '    ');
  const effort =
    left > 0
      ? `${files} test files were run, ${left} were left out for the budget`
      : `${files} test files were run`;
  return `${head} (${effort})\n${indented}\n`;
}

const isSurvivor = ({ status }: Verdict) => status === 'survived' || status === 'uncovered';

/** The share of the valid mutants that the tests notice, from 0 to 1. */
export function scoreOf(verdicts: readonly Verdict[]): number {
  const valid = verdicts.filter(({ status }) => status !== 'invalid');
  if (valid.length === 0) return 1;
  return 1 - valid.filter(isSurvivor).length / valid.length;
}

export function summarize(verdicts: readonly Verdict[], read: ReadSource): string {
  const count = (wanted: Status) => verdicts.filter(({ status }) => status === wanted).length;
  const survivors = verdicts.filter(isSurvivor).map((verdict) => describeVerdict(verdict, read));
  const list = survivors.length > 0 ? `\nSurvivors:\n\n${survivors.join('\n')}` : '';
  const counts = (['killed', 'timed out', 'survived', 'uncovered', 'invalid'] as const)
    .map((status) => `${count(status)} ${status}`)
    .join(', ');
  return `${list}\n${verdicts.length} mutants: ${counts}. Score: ${(scoreOf(verdicts) * 100).toFixed(1)} %\n`;
}
