import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertProven, integrations, isInstalled, runTests } from './contract.ts';
import { goEquivalents } from './go-equivalents.ts';

const integration = path.join(integrations, 'go');
const tests = path.join(integration, 'tests');
const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';
const MODULE = 'sparring.example/integrations/go';

const skip = isInstalled('go', 'version') ? false : 'go is not installed here';

describe('sparringtest, in a module that replaces it', { skip }, () => {
  let folder = '';
  const go = async (...args: string[]) => {
    const { code, text } = await runTests('go', args, path.join(folder, 'tests'));
    assert.equal(code, 0, text);
    return text;
  };

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

  it('has the behaviours of the contract', { timeout: 400_000 }, async (t) => {
    const race = isInstalled('gcc', '--version');
    if (!race) t.diagnostic('Without -race, which requires gcc.');
    // Not TestInner.
    const words = ['-count=1', '-v', '-run', '^Test([^I]|$)', './...'];
    const text = await go('test', ...(race ? ['-race'] : []), ...words);
    assertProven(text, /^--- (?<result>PASS|FAIL|SKIP): (?<test>Test_\d\d_\w+)/gm, 'PASS');
    assert.match(text, /^--- PASS: TestRepeatsAfterAnError/m);
  });

  it('has the lines of the guide', { timeout: 400_000 }, async () => {
    const { source, count } = goEquivalents();
    await mkdir(path.join(folder, 'tests/equivalents'));
    await writeFile(path.join(folder, 'tests/equivalents/equivalents_test.go'), source);
    const text = await go('test', '-count=1', '-v', './equivalents');
    assert.equal(text.match(/^--- PASS: Test_equivalent_/gm)?.length, count, text);
  });

  it('has a README that begins with the test of a module', async () => {
    const readme = await readFile(path.join(integration, 'README.md'), 'utf8');
    const test = await readFile(path.join(tests, 'readme/readme_test.go'), 'utf8');
    assert.ok(readme.startsWith(`# sparringtest\n\n\`\`\`go\n${test}\`\`\`\n`));
  });
});
