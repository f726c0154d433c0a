import path from 'node:path';
import { findFiles, projectRoot } from '../test/files.ts';
import type { Arguments } from './arguments.ts';
import { type Coverage, measureCoverage } from './coverage.ts';
import { type CoverageCache, openCoverageCache, type TestCoverage } from './coverage-cache.ts';
import { compiles, judgeMutant, type Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { describeVerdict, type ReadSource } from './report.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** Slow tests of programs and packages whose code other tests cover, and tests of the test tools. */
const EXCLUDED = [
  'test/artefact',
  'test/clients',
  'test/guards',
  'test/guides',
  'test/launcher',
  'test/openapi',
  'test/parent-death',
  'test/parity',
  'tools/',
];

/** A file of both configurations of the compiler. */
const BROWSER_FILE = 'src/pages/browser/show.ts';

const print = (text: string) => void process.stdout.write(text);

/** Judges the mutants, several at a time, and prints each verdict. */
export async function runMutants(
  mutants: readonly Mutant[],
  options: Arguments,
  read: ReadSource,
): Promise<Verdict[]> {
  const first = createWorkspace();
  const workspaces = [first, ...Array.from({ length: options.workers - 1 }, createWorkspace)];
  const removeAll = () => {
    for (const workspace of workspaces) workspace.remove();
  };
  const interrupt = () => {
    removeAll();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    // Otherwise, each mutant that reaches the compiler would count as one that it rejects.
    if (!(await compiles(first, BROWSER_FILE))) throw new Error('The unchanged source does not compile.');
    const coverage = await measureAll(workspaces, options.tests, openCoverageCache(first.root));
    const verdicts: Verdict[] = [];
    await share(workspaces, mutants, async (workspace, mutant) => {
      const verdict = await judgeMutant(workspace, mutant, coverage, options.budget);
      verdicts.push(verdict);
      print(`[${verdicts.length}/${mutants.length}] ${describeVerdict(verdict, read)}`);
    });
    return verdicts;
  } finally {
    removeAll();
  }
}

/** The code that each test file executes. Test files that fail on the unchanged source are reported and omitted. */
async function measureAll(
  workspaces: readonly Workspace[],
  include: readonly string[],
  cache: CoverageCache,
): Promise<Coverage> {
  const files = findFiles({ include, exclude: EXCLUDED }).map((file) =>
    path.relative(projectRoot, file).split(path.sep).join('/'),
  );
  print(`Measuring what ${files.length} test files execute.\n`);
  const coverage = new Map<string, TestCoverage>();
  await share(workspaces, files, async (workspace, file) => {
    const measured = await measureCoverage(workspace, file, cache);
    coverage.set(file, measured);
    if (!measured.isPassed) print(`Left out, because it fails on the unchanged source: ${file}\n`);
  });
  return coverage;
}

/** Passes the items to the workspaces, one at a time to each. */
async function share<Item>(
  workspaces: readonly Workspace[],
  items: readonly Item[],
  work: (workspace: Workspace, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    workspaces.map(async (workspace) => {
      for (const item of queue) await work(workspace, item);
    }),
  );
}
