import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { projectRoot } from '../test/files.ts';
import { measureCoverage, selectTests } from './coverage.ts';
import type { TestCoverage } from './coverage-cache.ts';
import { type FunctionCoverage, isExecuted, merge, skippedRanges } from './executed-code.ts';
import { findMutants } from './find-mutants.ts';
import { compiles, findFailure, judgeMutant, projectsOf, type Verdict } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { scoreOf, summarize } from './report.ts';
import { areas, sampleMutants } from './sample.ts';
import { runTests } from './test-run.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const mutant: Mutant = {
  file: 'src/http/syntax/text.ts',
  start: 100,
  end: 101,
  replacement: '',
  kind: 'text',
  isInFunction: true,
};

/** Calls `first`, `second` after a reload, and leaves the page. */
const PAGE_TEST = `
import { test } from 'node:test';
import { loadBrowserScript } from '../src/pages/browser-script.ts';
import { openBrowser } from './support/browser/browser.ts';
test('page', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const page = await browser.newPage();
  const { text: script } = await loadBrowserScript('docs/example');
  const body = '<!doctype html><script>' + script + '</script>';
  await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://localhost/');
  await page.evaluate('first()');
  await page.reload();
  await page.evaluate('second(false)');
  await page.goto('about:blank');
  await (await browser.newPage({ javaScriptEnabled: false })).goto('about:blank');
});
`;

function testCoverage(change: Partial<TestCoverage> = {}): TestCoverage {
  const executed = { [mutant.file]: { isCalled: true, skipped: [] } };
  return { isPassed: true, duration: 1000, executed, ...change };
}

test('a sample has mutants of all areas, and is the same for the same seed', () => {
  const mutants = areas.flatMap((area) =>
    Array.from({ length: 20 }, (_, start) => ({ ...mutant, file: `${area}/a.ts`, start })),
  );
  const sample = sampleMutants(mutants, 10, '1');
  for (const area of areas) assert.equal(sample.filter(({ file }) => file.startsWith(area)).length, 2);
  assert.deepEqual(sampleMutants(mutants.toReversed(), 10, '1'), sample);
  assert.notDeepEqual(sampleMutants(mutants, 10, '2'), sample);
});

test('tests that execute the code run, the one beside the source first, then the cheap ones', () => {
  const coverage = new Map([
    ['test/slow.test.ts', testCoverage({ duration: 9000 })],
    ['test/quick.test.ts', testCoverage()],
    ['src/http/syntax/text.test.ts', testCoverage({ duration: 5000 })],
    ['test/elsewhere.test.ts', testCoverage({ executed: {} })],
    ['test/red.test.ts', testCoverage({ isPassed: false })],
    [
      'test/skips.test.ts',
      testCoverage({ executed: { [mutant.file]: { isCalled: true, skipped: [[90, 101]] } } }),
    ],
    ['test/loads.test.ts', testCoverage({ executed: { [mutant.file]: { isCalled: false, skipped: [] } } })],
  ]);
  const ordered = ['src/http/syntax/text.test.ts', 'test/quick.test.ts', 'test/slow.test.ts'];
  assert.deepEqual(selectTests(coverage, mutant, 60_000), { files: ordered, left: 0 });
  assert.deepEqual(selectTests(coverage, mutant, 6000), { files: ordered.slice(0, 2), left: 1 });
  const pages = new Map([['test/browser/pages.test.ts', testCoverage()]]);
  assert.deepEqual(selectTests(pages, mutant, 60_000).files, []);
  const script = { ...mutant, file: 'src/docs/browser/filter.ts' };
  const scripted = testCoverage({ executed: { [script.file]: { isCalled: true, skipped: [] } } });
  assert.equal(
    selectTests(new Map([['test/browser/pages.test.ts', scripted]]), script, 60_000).files.length,
    1,
  );
  assert.deepEqual(projectsOf(script.file), ['tsconfig.json', 'tsconfig.browser.json']);
  const constant = { ...mutant, isInFunction: false };
  assert.deepEqual(selectTests(coverage, constant, 60_000).files.at(-1), 'test/loads.test.ts');
});

test('the score counts code without tests as survived, and ignores mutants that do not compile', () => {
  const verdict = (status: Verdict['status']): Verdict => ({ mutant, status, test: '', files: 0, left: 0 });
  const verdicts = (['killed', 'timed out', 'survived', 'uncovered', 'invalid'] as const).map(verdict);
  assert.equal(scoreOf(verdicts), 0.5);
  assert.match(
    summarize(verdicts, () => 'x'.repeat(200)),
    /survived: src\/http\/syntax\/text\.ts:1 text[\s\S]*Score: 50\.0 %\n$/,
  );
});

const isGitMissing = spawnSync('git', ['--version']).error !== undefined;

describe('the code that processes executed', () => {
  const notCalled = (startOffset: number, endOffset: number): FunctionCoverage => ({
    ranges: [{ startOffset, endOffset, count: 0 }],
  });

  it('has disjoint ranges, also for functions within functions that were not called', () => {
    const functions = [notCalled(50, 60), notCalled(10, 30), notCalled(12, 20), notCalled(30, 32)];
    assert.deepEqual(skippedRanges(functions), [
      [10, 32],
      [50, 60],
    ]);
  });

  it('does not grow with the number of processes', () => {
    const functions = [notCalled(0, 100), notCalled(10, 90), notCalled(20, 80)];
    const one = { isCalled: true, skipped: skippedRanges(functions) };
    assert.deepEqual(merge(merge(one, one), one), one);
  });
});

describe('a workspace', { skip: isGitMissing && 'git is not installed' }, () => {
  let workspace: Workspace;
  before(() => {
    workspace = createWorkspace();
  });
  after(() => workspace.remove());

  it('is a copy that compiles, with the packages of the project in it', async () => {
    const suite = realpathSync(path.join(workspace.root, 'node_modules/@sparring/conformance'));
    assert.equal(suite, realpathSync(path.join(workspace.root, 'conformance')));
    assert.equal(await compiles(workspace, 'src/pages/browser/show.ts'), true);
    const source = workspace.read('conformance/src/server.ts');
    workspace.write('conformance/src/server.ts', `${source}export const wrong: number = '';\n`);
    assert.equal(await compiles(workspace, mutant.file), false);
    workspace.write('conformance/src/server.ts', source);
  });

  it('runs tests until the first failure, and ends those that block their process', async () => {
    const write = (name: string, body: string) =>
      workspace.write(`test/${name}.test.ts`, `import { test } from 'node:test';\n${body}\n`);
    write('passes', "test('a', () => {});");
    write('fails', "test('b', () => { throw new Error('c'); });");
    write('hangs', "test('d', () => { for (;;); });");
    const run = async (names: readonly string[], testTimeout = 60_000) => {
      const files = names.map((name) => `test/${name}.test.ts`);
      const { outcome, test } = await runTests(workspace, files, { testTimeout, timeLimit: 120_000 });
      return { outcome, test };
    };
    assert.deepEqual(await run(['passes']), { outcome: 'passed', test: '' });
    assert.deepEqual(await run(['passes', 'fails', 'hangs']), { outcome: 'failed', test: 'test/fails > b' });
    assert.equal((await run(['hangs'], 1000)).outcome, 'timedOut');
  });

  it('measures the scripts of pages, also of those that a page has left', async (t) => {
    const file = 'src/docs/example/browser/index.ts';
    const source = [
      "import { showScriptedElements } from '../../../pages/browser/elements.ts';",
      'showScriptedElements();',
      'const first = (): string => document.title + 1;',
      'const second = (isLong: boolean): string => (isLong ? document.title + 2 : location.href);',
      'const third = (): string => document.title + 3;',
      'Object.assign(globalThis, { first, second, third });',
    ].join('\n');
    mkdirSync(path.join(workspace.root, path.dirname(file)), { recursive: true });
    workspace.write(file, source);
    workspace.write('test/page.test.ts', PAGE_TEST);
    const cache = { read: () => undefined, write: () => {} };
    const { isPassed, executed } = await measureCoverage(workspace, 'test/page.test.ts', cache);
    assert.equal(isPassed, true);
    const code = executed[file];
    if (code === undefined) return t.skip('there is no Chromium');
    const isDone = (text: string) => isExecuted(code, source.indexOf(text));
    assert.deepEqual(
      ['document.title + 1', 'document.title + 2', 'location.href', 'document.title + 3'].map(isDone),
      [true, false, true, false],
    );
    assert.ok(executed['src/pages/browser/elements.ts']);
  });

  it('does not count a failure that does not happen again', async () => {
    const flag = path.join(workspace.temporary, 'flag');
    const flaky = `import { existsSync, writeFileSync } from 'node:fs';
      import { test } from 'node:test';
      test('e', () => {
        if (existsSync(${JSON.stringify(flag)})) return;
        writeFileSync(${JSON.stringify(flag)}, '');
        throw new Error('f');
      });`;
    workspace.write('test/flaky.test.ts', flaky);
    const coverage = new Map([['test/flaky.test.ts', testCoverage()]]);
    assert.equal(await findFailure(workspace, ['test/flaky.test.ts'], coverage), undefined);
  });

  it('applies a mutant, and does not change the project', async () => {
    const source = readFileSync(path.join(projectRoot, mutant.file), 'utf8');
    const found = findMutants(mutant.file, source).find(({ kind }) => kind === 'operator');
    assert.ok(found);
    const coverage = new Map([['src/http/syntax/text.test.ts', testCoverage()]]);
    const { status, test } = await judgeMutant(workspace, found, coverage, 60_000);
    assert.equal(status, 'killed');
    assert.match(test, /^http\/syntax\/text > /);
    assert.equal(workspace.read(mutant.file), source);
    assert.equal(readFileSync(path.join(projectRoot, mutant.file), 'utf8'), source);
  });
});
