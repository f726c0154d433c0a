import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { launcher, temporaryFolder } from './support/commands/command.ts';
import { compileCache } from './support/commands/compile-cache.ts';
import { codeBlocks } from './support/programs/guide.ts';
import { hasPythonModules, output, PYTHON } from './support/programs/installed.ts';

/** A folder with the test of a language in the README. */
async function projectWith(t: TestContext, language: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const [code = ''] = codeBlocks('README.md', language);
  const [, file = ''] = /^(?:\/\/|#) (\S+): run it with /.exec(code) ?? [];
  await writeFile(path.join(folder, file), code);
  return folder;
}

/** The output of `sparring run -- COMMAND`, which must succeed. */
function runWithServer(folder: string, words: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GOFLAGS: '-vet=off',
    GOTOOLCHAIN: 'local',
    ...compileCache(),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [launcher, 'run', '--', ...words],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${words.join(' ')}: ${stdout}${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}

/** `consumers.test.ts` runs the test for Vitest, which needs the package. */
describe('the tests in the README pass', () => {
  it('with pytest', async (t) => {
    const modules = ['pytest', 'requests'];
    if (!(await hasPythonModules(t, modules))) return;
    const folder = await projectWith(t, 'python');
    assert.match(await runWithServer(folder, [PYTHON, '-m', 'pytest', '-p', 'no:cacheprovider']), /1 passed/);
  });

  // Without a cache, Go compiles its library first. In a step of its own, because the runner ends a process that is silent.
  it('with the library of Go', { timeout: 300_000 }, async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    const folder = await temporaryFolder(t);
    await runWithServer(folder, ['go', 'build', 'net/http', 'encoding/json', 'testing']);
  });

  it('with Go', { timeout: 300_000 }, async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    const folder = await projectWith(t, 'go');
    await writeFile(path.join(folder, 'go.mod'), 'module client\n\ngo 1.19\n');
    assert.match(await runWithServer(folder, ['go', 'test', './...']), /^ok /m);
  });
});
