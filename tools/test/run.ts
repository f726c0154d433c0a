import { findUnexpectedSkips } from './allowed-skips.ts';
import type { Arguments } from './arguments.ts';
import { groupFiles, suiteName } from './files.ts';
import { failureList, skipList, summary, titleList } from './printing.ts';
import { findRepeated } from './repeated-files.ts';
import { createResults, type Results } from './results.ts';
import { startWorker, type Worker } from './worker-process.ts';

const print = (text: string) => void process.stdout.write(text);

/**
 * Runs the files in parallel processes, and prints one report. With `repeat`, files with failed tests run once more, without
 * other files beside them, and the tests that pass then are named.
 * @returns whether the run succeeded: the second one, if there is one.
 */
export async function runFiles(files: readonly string[], options: Arguments): Promise<boolean> {
  const { failures } = await runOnce(files, options);
  const repeated = options.repeat ? findRepeated(failures, files) : [];
  if (repeated.length === 0) return failures.length === 0;
  print(titleList('these files run again, alone:', repeated.map(suiteName)));
  const again = await runOnce(repeated, { ...options, processes: 1 });
  if (again.failures.length > 0) return false;
  const unstable = failures.map(({ title }) => title);
  print(titleList('unstable tests, which failed beside others and passed alone:', unstable));
  return true;
}

async function runOnce(files: readonly string[], options: Arguments): Promise<Results> {
  const startedAt = performance.now();
  const results = createResults();
  const groups = groupFiles(files);
  const workers = new Set<Worker>();
  let isEnding = false;

  /** Ends the run early. */
  function cut(problem: string): void {
    isEnding = true;
    const running = [...workers].map((worker) => worker.current()).join('; ');
    results.addProblem('the run', `${problem} Running: ${running}`);
    for (const worker of workers) worker.kill();
  }

  /** Starts a process, and another one if it ends early. */
  async function work(): Promise<void> {
    let own: string[] = [];
    const next = () => {
      if (isEnding) return undefined;
      if (own.length === 0) own = groups.shift() ?? [];
      return own.shift();
    };
    do {
      const worker = startWorker(next, results, { ...options, print });
      workers.add(worker);
      await worker.ended;
      workers.delete(worker);
    } while (!isEnding && own.length + groups.length > 0);
  }

  const timer = setTimeout(
    () => cut(`The run takes longer than ${options.timeLimit} s.`),
    options.timeLimit * 1000,
  );
  const interrupt = (signal: string) => cut(`The run was ended by ${signal}.`);
  for (const signal of SIGNALS) process.once(signal, interrupt);

  const processes = Math.min(options.processes, groups.length);
  await Promise.all(Array.from({ length: processes }, work));

  clearTimeout(timer);
  for (const signal of SIGNALS) process.off(signal, interrupt);
  judge(results, options);
  print(failureList(results.failures));
  print(summary(results.counts, performance.now() - startedAt));
  return results;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function judge(results: Results, { failOnSkip, missing }: Arguments): void {
  if (results.counts.tests === 0 && results.skips.length === 0)
    results.addProblem('the run', 'No test was run.');
  if (!failOnSkip) return;
  print(skipList(results.skips));
  for (const { title, reason } of findUnexpectedSkips(results.skips, { platform: process.platform, missing }))
    results.addProblem(
      title,
      `The test is skipped (${reason}), and tools/test/allowed-skips.ts does not allow it.`,
    );
}
