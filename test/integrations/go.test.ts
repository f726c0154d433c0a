import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  assertProven,
  integrations,
  isInstalled,
  NO_COMMAND,
  readBehavioursOfBins,
  runTests,
  SPARRING_RUN,
  startServerWithoutPorts,
} from './contract.ts';
import { goEquivalents } from './go-equivalents.ts';

const integration = path.join(integrations, 'go');
const tests = path.join(integration, 'tests');
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';
const RESULT = /^--- (?<result>PASS|FAIL|SKIP): (?<test>Test_\d\d_\w+)/gm;
const MODULE = 'sparring.example/integrations/go';

const skip = isInstalled('go', 'version') ? false : 'go is not installed here';

describe('sparringtest, in a module that replaces it', { skip }, () => {
  let folder = '';
  const run = async (
    file: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ) => {
    const { code, text } = await runTests(file, args, path.join(folder, 'tests'), variables);
    assert.equal(code, 0, text);
    return text;
  };
  const go = (...args: string[]) => run('go', args);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparringtest-'));
    const module = path.join(folder, 'module');
    await cp(integration, module, { recursive: true, filter: (file) => file !== tests });
    await cp(tests, path.join(folder, 'tests'), { recursive: true });
    await go('mod', 'edit', '-replace', `${MODULE}=${module}`);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('has no findings of vet and gofmt', async () => {
    await go('vet', './...', `${MODULE}/...`);
    assert.equal((await runTests('gofmt', ['-l', '.'], folder)).text, '');
  });

  it('has no findings of staticcheck', { timeout: 400_000 }, async (t) => {
    const { code } = await runTests('go', ['run', STATICCHECK, '-version'], folder);
    if (code !== 0) return t.skip('go cannot download staticcheck');
    await go('run', STATICCHECK, './...', `${MODULE}/...`);
  });

  // In steps, each of which takes less than the limit on a busy machine too.
  it('compiles the tests', { timeout: 400_000 }, async (t) => {
    const race = isInstalled('gcc', '--version');
    if (!race) t.diagnostic('Without -race, which requires gcc.');
    await go('test', '-c', ...(race ? ['-race'] : []), '-o', 'contract.test', '.');
  });

  const results: string[] = [];
  // All but TestInner.
  for (const pattern of ['^Test_0', '^Test_1', '^Test_2', '^Test[A-HJ-Z]'])
    it(`passes the tests ${pattern}`, { timeout: 400_000 }, async () => {
      results.push(await run('./contract.test', ['-test.v', '-test.run', pattern]));
    });

  it('has the behaviours of the contract, and the test of the README', { timeout: 400_000 }, async () => {
    assertProven(results.join('\n'), RESULT, 'PASS');
    assert.match(await go('test', '-count=1', '-v', './readme'), /^--- PASS: TestRepeatsAfterAnError/m);
  });

  it('has the behaviours of bins at a server that opens no ports for them', {
    timeout: 400_000,
  }, async (t) => {
    const behaviours = readBehavioursOfBins();
    const pattern = `^T(${behaviours.map(({ test }) => test.slice(1)).join('|')})$`;
    const words = ['test', '-count=1', '-v', '-run', pattern, '.'];
    assertProven(await run('go', words, await startServerWithoutPorts(t)), RESULT, 'PASS', behaviours);
  });

  it('has the lines of the guide', { timeout: 400_000 }, async () => {
    const { source, count } = goEquivalents();
    await mkdir(path.join(folder, 'tests/equivalents'));
    await writeFile(path.join(folder, 'tests/equivalents/equivalents_test.go'), source);
    const text = await go('test', '-count=1', '-v', './equivalents');
    assert.equal(text.match(/^--- PASS: Test_equivalent_/gm)?.length, count, text);
  });

  it('uses one server of sparring run in the tests of all packages', { timeout: 400_000 }, async () => {
    const words = ['go', 'test', '-count=1', '-run', '^Test(RepeatsAfterAnError|_equivalent_.*|_1[5-8].*)$'];
    const text = await run(process.execPath, [...SPARRING_RUN, ...words, './...'], NO_COMMAND);
    assert.equal(text.match(/^ok /gm)?.length, 3, text);
  });

  it('has a README that begins with the test of a module', async () => {
    const readme = await readFile(path.join(integration, 'README.md'), 'utf8');
    const test = await readFile(path.join(tests, 'readme/readme_test.go'), 'utf8');
    assert.ok(readme.startsWith(`# sparringtest\n\n\`\`\`go\n${test}\`\`\`\n`));
  });
});
