import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import {
  AdapterError,
  BUILT_IN_ADAPTERS,
  type ConformanceReport,
  runConformance,
} from '@sparring/conformance';
import { createRuntime } from '#runtime.ts';

/**
 * Runs the suite several times with each built-in adapter whose client this machine has, and prints the cases whose results
 * differ: `node tools/conformance-repeat.ts [--runs 10] [--only ID] [ADAPTER…]`. The runs have 8, 1 and 16 cases at once in
 * turn, and every second run has a busy processor beside it. `build/conformance-repeat` has their reports. The exit code is 1
 * if results differ.
 */
const REPORTS = 'build/conformance-repeat';
const PARALLEL = [8, 1, 16];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '10' }, only: { type: 'string', multiple: true } },
});
const runs = Number(flags.runs);
if (!Number.isInteger(runs) || runs < 2)
  throw new Error(`--runs must be a number from 2 on, not ${flags.runs}.`);
await mkdir(REPORTS, { recursive: true });
for (const adapter of positionals.length > 0 ? positionals : BUILT_IN_ADAPTERS) await repeat(adapter);

async function repeat(adapter: string): Promise<void> {
  const reports: ConformanceReport[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const parallel = PARALLEL[run % PARALLEL.length];
      const isBusy = run % 2 === 1;
      const start = () => runConformance({ adapter, parallel, only: flags.only }, createRuntime());
      const report = await beside(isBusy ? availableParallelism() : 0, start);
      reports.push(report);
      await writeFile(`${REPORTS}/${adapter}-${run + 1}.json`, `${JSON.stringify(report)}\n`);
      const conditions = `${parallel} at once${isBusy ? ', beside a busy processor' : ''}`;
      process.stderr.write(`${adapter}: run ${run + 1}, ${conditions}, ${Math.round(report.ms / 1000)} s\n`);
    }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    console.log(`${adapter}: not tested: ${error.message}`);
    return;
  }
  const differing = differences(reports);
  const seconds = reports.map(({ ms }) => Math.round(ms / 1000)).join(', ');
  const count = reports[0]?.cases.length ?? 0;
  console.log(`${adapter}: ${count} cases, ${runs} runs of ${seconds} s, ${differing.length} cases differ`);
  for (const line of differing) console.log(`  ${line}`);
  if (differing.length > 0) process.exitCode = 1;
}

/** Runs an action while so many threads use a processor each. */
async function beside<Result>(count: number, action: () => Promise<Result>): Promise<Result> {
  const hogs = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
  try {
    return await action();
  } finally {
    await Promise.all(hogs.map((hog) => hog.terminate()));
  }
}

/** The cases with other results in some runs, and how often each result was found. */
function differences(reports: readonly ConformanceReport[]): string[] {
  const verdicts = reports
    .flatMap(({ cases }) => cases)
    .map(({ id, result, reason, value }) => ({
      id,
      text: [result, reason, value].filter(Boolean).join(' '),
    }));
  return [...Map.groupBy(verdicts, ({ id }) => id)].flatMap(([id, found]) => {
    const counts = [...Map.groupBy(found, ({ text }) => text)].map(
      ([text, { length }]) => `${length} × ${text}`,
    );
    return counts.length > 1 ? [`${id}: ${counts.join('; ')}`] : [];
  });
}
