import { NoOracle } from '#test/support/wire/oracles/open-oracle.ts';
import type { Arguments } from './arguments.ts';
import type { Finding } from './fuzzer.ts';
import type { Target } from './targets.ts';

const BATCH = 200;
/** A target with more findings has one fault that most of its cases show. */
const MAX_FINDINGS = 20;

/** What the cases of a target have shown. */
export interface Outcome {
  readonly name: string;
  readonly cases: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Why the target was not run. */
  readonly skipped: string | undefined;
}

/** Runs cases of the target until all were run, its time has passed, or it has many findings. */
export async function runTarget(
  target: Target,
  { cases, milliseconds, seed, from }: Pick<Arguments, 'cases' | 'milliseconds' | 'seed' | 'from'>,
): Promise<Outcome> {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  const findings: Finding[] = [];
  let notes: readonly string[] = [];
  let done = 0;
  let skipped: string | undefined;
  try {
    await target.use(async (fuzzer) => {
      while (done < cases && findings.length < MAX_FINDINGS && elapsed() < (milliseconds ?? Infinity)) {
        const count = Math.min(BATCH, cases - done);
        findings.push(...(await fuzzer.run(seed, from + done, count)));
        done += count;
      }
      const end = fuzzer.finish();
      findings.push(...end.findings);
      notes = end.notes;
    });
  } catch (error) {
    if (!(error instanceof NoOracle)) throw error;
    skipped = error.message;
  }
  return { name: target.name, cases: done, seconds: elapsed() / 1000, findings, notes, skipped };
}

export function formatOutcome(
  { name, cases, seconds, findings, notes, skipped }: Outcome,
  seed: number,
): string {
  if (skipped !== undefined) return `${name} was not run: ${skipped}.\n`;
  const lines = [
    `${name}: ${cases} cases of seed ${seed} in ${seconds.toFixed(1)} s, ${findings.length} findings.`,
    ...notes.map((note) => `  ${note}`),
    ...findings.map(({ number, what }) => (number === undefined ? `  ${what}` : `  Case ${number}: ${what}`)),
  ];
  return `${lines.join('\n')}\n`;
}
