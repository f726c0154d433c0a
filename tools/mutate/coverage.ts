import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { CoverageCache, TestCoverage } from './coverage-cache.ts';
import { readExecutedCode } from './coverage-reports.ts';
import { isExecuted } from './executed-code.ts';
import type { Mutant } from './mutant.ts';
import { runTests } from './test-run.ts';
import type { Workspace } from './workspace.ts';

export type Coverage = ReadonlyMap<string, TestCoverage>;

const TIME_LIMIT = 300_000;

/**
 * Runs a test file on the unchanged source to measure the code that it executes. The result is kept until one of its
 * files changes.
 */
export async function measureCoverage(
  workspace: Workspace,
  testFile: string,
  cache: CoverageCache,
): Promise<TestCoverage> {
  const retained = cache.read(testFile);
  if (retained !== undefined) return retained;
  const folder = path.join(workspace.temporary, 'coverage');
  mkdirSync(folder, { recursive: true });
  try {
    const { outcome, duration } = await runTests(workspace, [testFile], {
      testTimeout: TIME_LIMIT,
      timeLimit: TIME_LIMIT,
      // Functions from the compile cache are not counted.
      env: { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
    });
    const executed = Object.fromEntries(readExecutedCode(folder, workspace.root));
    const coverage = { isPassed: outcome === 'passed', duration, executed };
    cache.write(testFile, coverage);
    return coverage;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OWN_TEST = 0;
const SAME_FOLDER = 0.2;

/**
 * The test files that execute the code of a mutant, the one beside the source first, then those that cost least; those of
 * the same folder are likelier to notice a change. At most as many as take `budget` milliseconds on the unchanged source.
 */
export function selectTests(
  coverage: Coverage,
  mutant: Mutant,
  budget: number,
): { files: string[]; left: number } {
  const weight = (file: string) => {
    if (file === mutant.file.replace(/\.ts$/, '.test.ts')) return OWN_TEST;
    return path.posix.dirname(file) === path.posix.dirname(mutant.file) ? SAME_FOLDER : 1;
  };
  const candidates = [...coverage]
    .filter(([file]) => isBrowserFile(mutant.file) || !file.startsWith(BROWSER_TESTS))
    .filter(([, test]) => test.isPassed && covers(test, mutant))
    .map(([file, { duration, executed }]) => ({
      file,
      duration,
      isCalled: executed[mutant.file]?.isCalled === true,
      cost: duration * weight(file),
    }))
    .sort((a, b) => Number(b.isCalled) - Number(a.isCalled) || a.cost - b.cost);
  const files: string[] = [];
  let spent = 0;
  for (const { file, duration } of candidates) {
    spent += duration;
    if (files.length > 0 && spent > budget) break;
    files.push(file);
  }
  return { files, left: candidates.length - files.length };
}

/** Tests that take long, and are run only for the scripts of pages. */
const BROWSER_TESTS = 'test/browser/';

export function isBrowserFile(file: string): boolean {
  return /^src\/.*\/browser\//.test(file);
}

function covers({ executed }: TestCoverage, { file, start, isInFunction }: Mutant): boolean {
  const code = executed[file];
  if (code === undefined) return false;
  return isInFunction ? code.isCalled && isExecuted(code, start) : true;
}

/** The time of the test files on the unchanged source, in milliseconds. */
export function durationOf(coverage: Coverage, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (coverage.get(file)?.duration ?? 0), 0);
}
