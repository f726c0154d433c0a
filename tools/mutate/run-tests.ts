import { createResults, type Results } from '../test/results.ts';
import { startWorker } from '../test/worker-process.ts';

/**
 * A process in a workspace: runs test files in one worker until the first failure. Its exit code is the result, and its
 * output is the title of the failed test. Arguments: time limit of a test, time limit of the run, files.
 */
export const exitCodes = { passed: 0, failed: 1, timedOut: 3 } as const;

async function main([testTimeout = '', timeLimit = '', ...files]: readonly string[]): Promise<void> {
  const queue = [...files];
  const results = createResults();
  const stopping: Results = {
    ...results,
    add(title, outcome) {
      results.add(title, outcome);
      stopAtFailure();
    },
    addProblem(title, error) {
      results.addProblem(title, error);
      stopAtFailure();
    },
  };
  const worker = startWorker(() => queue.shift(), stopping, {
    nodeOptions: [],
    testTimeout: Number(testTimeout),
    isFiltered: false,
    print: () => {},
  });

  function stop(code: number, text: string): never {
    worker.kill();
    process.stdout.write(`${text}\n`);
    process.exit(code);
  }
  function stopAtFailure(): void {
    const [failure] = results.failures;
    if (failure === undefined) return;
    const isTimeout =
      failure.error.includes('timed out after') || failure.error.includes('reported nothing for');
    stop(isTimeout ? exitCodes.timedOut : exitCodes.failed, failure.title);
  }
  setTimeout(() => stop(exitCodes.timedOut, worker.current()), Number(timeLimit)).unref();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stop(exitCodes.failed, `ended by ${signal}`));
  // Without the process that started the run, the result is not read.
  process.on('disconnect', () => stop(exitCodes.failed, 'the caller has ended'));

  await worker.ended;
  process.exit(exitCodes.passed);
}

if (import.meta.main) void main(process.argv.slice(2));
