import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { packageFolders } from './notices.ts';
import { packageList } from './package-list.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the contents of the packages', () => {
  it('are listed by the modules of the bundle, not by the lock file', async () => {
    const modules = ['ws/lib/sender.js', 'ws/index.js', '@noble/hashes/utils.js'].map((file) =>
      path.join(root, 'node_modules', file),
    );
    assert.equal(packageFolders(modules).length, 2);
    const list = JSON.stringify(
      await packageList(root, [...modules, `${root}/src/cli/main.ts`], new Date(0)),
    );
    assert.match(list, /pkg:npm\/ws@\d/);
    assert.match(list, /pkg:npm\/%40noble\/hashes@\d/);
    assert.match(list, /"created":"1970-01-01T00:00:00Z"/);
    assert.doesNotMatch(list, /biome|typescript/);
    assert.equal(list.match(/"CONTAINS"/g)?.length, 2);
  });

  it('have the text of the licence in each language', () => {
    const licence = read('LICENSE');
    for (const folder of ['go', 'junit', 'pytest', 'rust'])
      assert.equal(read(`integrations/${folder}/LICENSE`), licence, folder);
    assert.match(read('integrations/junit/pom.xml'), /<include>LICENSE<\/include>/);
    for (const file of ['pytest/pyproject.toml', 'rust/Cargo.toml'])
      assert.match(read(`integrations/${file}`), /^include = \["src", "README\.md", "LICENSE"\]$/m);
  });

  it('are published without install scripts', () => {
    const { 1: job = '' } =
      /\n {2}npm:\n([\s\S]*?)\n {2}\w+:\n/.exec(read('.github/workflows/publish.yml')) ?? [];
    const commands = job.match(/- run: npm .*/g) ?? [];
    assert.equal(commands.length, 2);
    for (const command of commands) assert.match(command, / --ignore-scripts/);
  });
});

describe('the figures of the README', () => {
  it('are those of the suite', () => {
    const cases =
      read('docs/reference/conformance-cases.md').match(/^\| (?:<a [^|]*>)?.*`[\w-]+\.[\w.-]+`/gm) ?? [];
    const [, figure] = /A suite of (\d+) cases/.exec(read('README.md')) ?? [];
    assert.equal(Number(figure), cases.length);
  });
});
