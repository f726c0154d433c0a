import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitCodes } from './run-tests.ts';
import type { Workspace } from './workspace.ts';

export interface TestRun {
  readonly outcome: keyof typeof exitCodes;
  /** The test that failed, or that was running at the time limit. */
  readonly test: string;
  /** In milliseconds. */
  readonly duration: number;
}

export interface TestRunOptions {
  /** Time limit of each test, in milliseconds. */
  readonly testTimeout: number;
  /** Time limit of the run, in milliseconds. */
  readonly timeLimit: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs test files in a workspace until the first failure. */
export function runTests(
  workspace: Workspace,
  files: readonly string[],
  options: TestRunOptions,
): Promise<TestRun> {
  const script = path.join(workspace.root, 'tools/mutate/run-tests.ts');
  const args = [options.testTimeout, options.timeLimit].map(String);
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [script, ...args, ...files.map((file) => path.join(workspace.root, file))],
    {
      cwd: workspace.root,
      env: { ...process.env, TMPDIR: workspace.temporary, ...options.env },
      // The channel notifies the process when this one has ended.
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  );
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        outcome: code === exitCodes.passed ? 'passed' : code === exitCodes.timedOut ? 'timedOut' : 'failed',
        test: output.trim(),
        duration: performance.now() - startedAt,
      }),
    );
  });
}
