import { execFile } from 'node:child_process';
import path from 'node:path';
import { type Coverage, durationOf, selectTests } from './coverage.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { runTests } from './test-run.ts';
import type { Workspace } from './workspace.ts';

/**
 * - killed: a test failed.
 * - timed out: a test did not end in time, which counts as killed.
 * - survived: all tests that execute the code passed.
 * - uncovered: no test executes the code, which counts as survived.
 * - invalid: the compiler rejects the change, so it does not count.
 */
export type Status = 'killed' | 'timed out' | 'survived' | 'uncovered' | 'invalid';

export interface Verdict {
  readonly mutant: Mutant;
  readonly status: Status;
  /** The test that noticed the change. */
  readonly test: string;
  /** The number of test files that were run, and of those beyond the budget. */
  readonly files: number;
  readonly left: number;
}

/** Factor and addition for the time limit of the tests: the machine may be busy. */
const PATIENCE = 5;
const GRACE = 30_000;
const PROMISE_GUARD = 'test/guards/promises.test.ts';
const TEST_TIMEOUT = 30_000;

/** Applies a mutant in a workspace, runs the tests that execute its code, and restores the source. */
export async function judgeMutant(
  workspace: Workspace,
  mutant: Mutant,
  coverage: Coverage,
  budget: number,
): Promise<Verdict> {
  const { files, left } = selectTests(coverage, mutant, budget);
  // It reads the source and does not execute it.
  if (mutant.kind === 'await') files.push(PROMISE_GUARD);
  const verdict = (status: Status, test = ''): Verdict => ({
    mutant,
    status,
    test,
    files: files.length,
    left,
  });
  const source = workspace.read(mutant.file);
  workspace.write(mutant.file, applyMutant(source, mutant));
  try {
    if (files.length > 0) {
      const duration = durationOf(coverage, files);
      const longest = Math.max(...files.map((file) => durationOf(coverage, [file])));
      const { outcome, test } = await runTests(workspace, files, {
        testTimeout: TEST_TIMEOUT + longest * PATIENCE,
        timeLimit: GRACE + duration * PATIENCE,
      });
      if (outcome !== 'passed') return verdict(outcome === 'failed' ? 'killed' : 'timed out', test);
    }
    if (!(await compiles(workspace))) return verdict('invalid');
    return verdict(files.length > 0 ? 'survived' : 'uncovered');
  } finally {
    workspace.write(mutant.file, source);
  }
}

function compiles({ root }: Workspace): Promise<boolean> {
  return new Promise((resolve) => {
    const script = path.join(root, 'node_modules/typescript/bin/tsc');
    execFile(
      process.execPath,
      [script, '--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'],
      { cwd: root },
      (error) => resolve(error === null),
    );
  });
}
