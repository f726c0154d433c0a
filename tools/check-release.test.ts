import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../test/support/commands/command.ts';
import { findReleaseProblems } from './check-release.ts';
import { formatReleaseNotes } from './release-notes.ts';

const root = path.join(import.meta.dirname, '..');

async function project(t: TestContext, changelog: string, files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(t);
  const all = {
    'package.json': '{\n  "name": "sparring",\n  "version": "1.2.3"\n}\n',
    'CHANGELOG.md': changelog,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

describe('the check of a release', () => {
  it('accepts a tag with the version of each package and of the changelog', async (t) => {
    const folder = await project(t, '# Changelog\n\n## 1.2.3 - 2027-01-02\n\n## 1.2.2 - 2026-12-01\n', {
      'integrations/pytest/pyproject.toml': '[project]\nname = "x"\nversion = "1.2.3"\n',
    });
    assert.deepEqual(findReleaseProblems(folder, 'v1.2.3'), []);
  });

  it('rejects a changelog without the version or without its date, and packages of other versions', async (t) => {
    for (const heading of ['1.2.3 - unreleased', '1.2.2 - 2027-01-02', '1.2.3']) {
      const folder = await project(t, `# Changelog\n\n## ${heading}\n`);
      assert.deepEqual(findReleaseProblems(folder, 'v1.2.3'), [
        `CHANGELOG.md begins with "## ${heading}", not with "## 1.2.3 - YYYY-MM-DD".`,
      ]);
    }
    const folder = await project(t, '## 1.2.4 - 2027-01-02\n', {
      'integrations/rust/Cargo.toml': '[package]\nversion = "1.2.2"\n',
    });
    assert.deepEqual(findReleaseProblems(folder, 'v1.2.4'), [
      'package.json has the version 1.2.3, not 1.2.4.',
      'integrations/rust/Cargo.toml has the version 1.2.2, not 1.2.4.',
    ]);
    for (const tag of ['1.2.3', 'v1.2', 'main', '', 'v1.2.3-rc.1'])
      assert.match(findReleaseProblems(folder, tag).join(), /is no tag of a release/);
  });

  it('rejects packages of another repository', async (t) => {
    const folder = await project(t, '## 1.2.3 - 2027-01-02\n', {
      'integrations/go/go.mod': 'module github.com/mona/one/integrations/go\n\ngo 1.19\n',
    });
    const url = 'https://github.com/mona/one';
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ version: '1.2.3', repository: { url: `git+${url}.git` } }, undefined, 2),
    );
    assert.deepEqual(findReleaseProblems(folder, 'v1.2.3', 'mona/one'), []);
    assert.deepEqual(
      findReleaseProblems(folder, 'v1.2.3', 'mona/two'),
      ['package.json', 'integrations/go/go.mod'].map(
        (file) => `${file} has the repository mona/one; run: node tools/set-repository.ts mona/two`,
      ),
    );
  });

  it('is followed by the notes of the newest version', () => {
    const changelog =
      '# Changelog\n\nText.\n\n## 1.1.0 - 2027-01-02\n\n### Added\n\n- A\n\n## 1.0.0 - 2026-12-01\n\n- B\n';
    assert.equal(formatReleaseNotes(changelog), '### Added\n\n- A');
    const image = { name: 'registry.example/sparring:1.2.3@sha256:12', base: 'node:26-slim@sha256:34' };
    assert.equal(
      formatReleaseNotes(changelog, image),
      '### Added\n\n- A\n\n### Image\n\n`registry.example/sparring:1.2.3@sha256:12`, built on `node:26-slim@sha256:34`.',
    );
  });

  it('finds one version in all packages of this project', async () => {
    const { version }: { version: string } = JSON.parse(
      await readFile(path.join(root, 'package.json'), 'utf8'),
    );
    const problems = findReleaseProblems(root, `v${version}`).filter((each) => !/^CHANGELOG/.test(each));
    assert.deepEqual(problems, []);
  });
});
