import { execFile } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot, suiteName } from '../test/files.ts';
import { type Coverage, durationOf, isBrowserFile, selectTests } from './coverage.ts';
import { cacheFolder } from './coverage-cache.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { runTests, type TestRun } from './test-run.ts';
import type { Workspace } from './workspace.ts';

/**
 * - killed: a test failed, twice.
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

/** Number of test files that run before the compiler. They detect most mutants. */
const BEFORE_COMPILER = 3;

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
    const first = await findFailure(workspace, files.slice(0, BEFORE_COMPILER), coverage);
    if (first !== undefined) return verdict(first.outcome === 'failed' ? 'killed' : 'timed out', first.test);
    if (!(await compiles(workspace, mutant.file))) return verdict('invalid');
    const later = await findFailure(workspace, files.slice(BEFORE_COMPILER), coverage);
    if (later !== undefined) return verdict(later.outcome === 'failed' ? 'killed' : 'timed out', later.test);
    return verdict(files.length > 0 ? 'survived' : 'uncovered');
  } finally {
    workspace.write(mutant.file, source);
  }
}

/**
 * Runs test files until one fails twice, or does not end in time. A file that fails once may have failed because the
 * machine is busy.
 */
export async function findFailure(
  workspace: Workspace,
  files: readonly string[],
  coverage: Coverage,
): Promise<TestRun | undefined> {
  if (files.length === 0) return undefined;
  const run = await runWithLimits(workspace, files, coverage);
  if (run.outcome === 'passed') return undefined;
  const failed = files.findIndex((file) => isTestOf(run.test, file));
  const file = files[failed];
  if (run.outcome === 'timedOut' || file === undefined) return run;
  const again = await runWithLimits(workspace, [file], coverage);
  if (again.outcome !== 'passed') return again;
  return findFailure(workspace, files.slice(failed + 1), coverage);
}

function runWithLimits(workspace: Workspace, files: readonly string[], coverage: Coverage): Promise<TestRun> {
  const longest = Math.max(...files.map((file) => durationOf(coverage, [file])));
  return runTests(workspace, files, {
    testTimeout: TEST_TIMEOUT + longest * PATIENCE,
    timeLimit: GRACE + durationOf(coverage, files) * PATIENCE,
  });
}

function isTestOf(title: string, file: string): boolean {
  const suite = suiteName(path.join(projectRoot, file));
  return title === suite || title.startsWith(`${suite} > `);
}

export async function compiles(workspace: Workspace, file: string): Promise<boolean> {
  for (const project of projectsOf(file)) if (!(await compilesProject(workspace, project))) return false;
  return true;
}

/** The configurations of the compiler that have a file. */
export function projectsOf(file: string): string[] {
  return ['tsconfig.json', ...(isBrowserFile(file) ? ['tsconfig.browser.json'] : [])];
}

/**
 * Compiles again only what depends on the files that have changed since the previous mutant. The state for the unchanged
 * packages comes from an earlier run.
 */
function compilesProject({ root, temporary }: Workspace, project: string): Promise<boolean> {
  const options = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const state = path.join(temporary, `${project}.tsbuildinfo`);
  const earlier = path.join(cacheFolder, `${project}.tsbuildinfo`);
  if (!existsSync(state) && existsSync(earlier)) copyFileSync(earlier, state);
  return new Promise((resolve) => {
    const script = path.join(root, 'node_modules/typescript/bin/tsc');
    const args = [script, '-p', project, ...options, '--incremental', '--tsBuildInfoFile', state];
    execFile(process.execPath, args, { cwd: root }, (error) => {
      if (error === null && existsSync(cacheFolder)) copyFileSync(state, earlier);
      resolve(error === null);
    });
  });
}
