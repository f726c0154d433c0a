import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../test/support/commands/command.ts';
import { findReleaseProblems } from './check-release.ts';
import { setRepository } from './set-repository.ts';

const root = path.join(import.meta.dirname, '..');
const FILES = [
  'package.json',
  'README.md',
  '.github',
  'integrations/pytest/README.md',
  'integrations/pytest/pyproject.toml',
  'integrations/pytest/src/pytest_sparring/server.py',
  'integrations/rust/README.md',
  'integrations/rust/Cargo.toml',
  'integrations/junit/README.md',
  'integrations/junit/pom.xml',
  'integrations/junit/src/main/java/dev/sparring/junit/Server.java',
  'integrations/go',
  'test/integrations/go.test.ts',
];

const LANGUAGES = ['go', 'junit', 'pytest', 'rust'];

/** A copy of the files that name a repository, and a changelog for a release. */
async function copy(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const file of FILES) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(root, file), path.join(folder, file), { recursive: true });
  }
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  await writeFile(path.join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${version} - 2027-01-02\n`);
  return folder;
}

describe('the repository of a release', () => {
  it('is in each package after it is set, which a second call does not change', async (t) => {
    const folder = await copy(t);
    const { version }: { version: string } = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    );
    assert.deepEqual(setRepository(folder, 'mona/first').length > 10, true);
    assert.deepEqual(findReleaseProblems(folder, `v${version}`, 'mona/first'), []);
    assert.deepEqual(setRepository(folder, 'mona/first'), []);
    assert.equal(findReleaseProblems(folder, `v${version}`, 'mona/second').length, 5);
    setRepository(folder, 'mona/second');
    assert.deepEqual(findReleaseProblems(folder, `v${version}`, 'mona/second'), []);
    for (const file of ['README.md', '.github/CODEOWNERS', 'integrations/junit/pom.xml']) {
      const text = await readFile(path.join(folder, file), 'utf8');
      assert.ok(text.includes('mona') && !text.includes('mona/first'), file);
    }
  });

  it('is in all links of the pages of the packages, which registries show without the repository', async (t) => {
    const folder = await copy(t);
    for (const name of ['mona/first', 'mona/second']) {
      setRepository(folder, name);
      for (const language of LANGUAGES) {
        const text = await readFile(path.join(folder, `integrations/${language}/README.md`), 'utf8');
        const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)];
        const targets = links.map(([, target = '']) => target).filter((target) => !target.startsWith('#'));
        assert.ok(targets.length >= 3, language);
        for (const target of targets) {
          const [, file] = /^https:\/\/github\.com\/mona\/\w+\/blob\/main\/([^#]+)/.exec(target) ?? [];
          assert.ok(target.includes(name) && file !== undefined, `${language}: ${target}`);
          assert.ok(existsSync(path.join(root, file)), file);
        }
      }
    }
  });

  it('is not needed: the pages of the packages say how to install them before the release', async () => {
    for (const language of LANGUAGES) {
      const text = await readFile(path.join(root, `integrations/${language}/README.md`), 'utf8');
      assert.match(text, /Until\s+its\s+first\s+release/, language);
      assert.ok(text.includes('npm install --global "$(npm pack --silent)"'), language);
    }
  });

  it('is missing in the packages before', async (t) => {
    const folder = await copy(t);
    const problems = findReleaseProblems(folder, 'v9.9.9', 'mona/first').filter((each) =>
      each.includes('set-repository'),
    );
    assert.equal(problems.length, 5);
  });

  it('is an owner and a name', async (t) => {
    const folder = await temporaryFolder(t);
    for (const name of ['', 'mona', 'https://github.com/mona/one', 'mona/one/two', 'mona/"'])
      assert.throws(() => setRepository(folder, name), /name the repository/);
  });
});
