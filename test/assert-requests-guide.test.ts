import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { start } from '#library/index.ts';
import { temporaryFolder } from './support/commands/command.ts';
import { compileCache } from './support/commands/compile-cache.ts';
import { type ProgramRun, runProgram } from './support/commands/program.ts';
import { codeBlocks } from './support/programs/guide.ts';
import { hasPythonModules, output, PYTHON } from './support/programs/installed.ts';
import { testProject } from './support/programs/projects.ts';

const PAGE = 'docs/guide/assert-requests.md';
const library = pathToFileURL(path.join(import.meta.dirname, '../src/library/index.ts')).href;
const vitestProject = testProject('test/vitest');
const vitest = path.join(vitestProject.modules, 'vitest');

/** Runs a command in a folder, which is its home. */
function run(t: TestContext, folder: string, command: string, args: readonly string[]): Promise<ProgramRun> {
  return runProgram(t, folder, [command, ...args], {
    PATH: process.env.PATH,
    HOME: folder,
    NO_COLOR: '1',
    GOFLAGS: '-vet=off',
    GOTOOLCHAIN: 'local',
    ...compileCache(),
  });
}

/** A folder with the examples of a language, each in the file that its first line names. */
async function exampleFolder(t: TestContext, language: string, server = ''): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const code of codeBlocks(PAGE, language)) {
    const [, file = ''] = /^(?:\/\/|#) (\S+)\n/.exec(code) ?? [];
    await writeFile(path.join(folder, file), code.replace('127.0.0.1:8080', server));
  }
  const sparring = path.join(folder, 'node_modules/sparring');
  await mkdir(sparring, { recursive: true });
  await writeFile(path.join(sparring, 'package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(path.join(sparring, 'index.js'), `export * from ${JSON.stringify(library)};`);
  return folder;
}

describe(`the tests of ${PAGE} pass`, () => {
  it('with node:test', async (t) => {
    const folder = await exampleFolder(t, 'js');
    const { code, printed } = await run(t, folder, process.execPath, ['--test', 'client.test.mjs']);
    assert.equal(code, 0, printed);
    assert.match(printed, /pass 2\b/);
  });

  it('with Vitest', async (t) => {
    if (vitestProject.skip) return t.skip(vitestProject.skip);
    const folder = await exampleFolder(t, 'js');
    await symlink(vitest, path.join(folder, 'node_modules/vitest'));
    const { code, printed } = await run(t, folder, process.execPath, [
      path.join(vitest, 'vitest.mjs'),
      'run',
      'client.vitest.test.mjs',
    ]);
    assert.equal(code, 0, printed);
    assert.match(printed, /Tests +2 passed/);
  });

  it('with pytest', async (t) => {
    const modules = ['pytest', 'requests'];
    if (!(await hasPythonModules(t, modules))) return;
    await using server = await start();
    const folder = await exampleFolder(t, 'python', `127.0.0.1:${server.port}`);
    const { code, printed } = await run(t, folder, PYTHON, ['-m', 'pytest', '-p', 'no:cacheprovider']);
    assert.equal(code, 0, printed);
    assert.match(printed, /2 passed/);
  });

  it('with Go', { timeout: 300_000 }, async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    await using server = await start();
    const folder = await exampleFolder(t, 'go', `127.0.0.1:${server.port}`);
    await writeFile(path.join(folder, 'go.mod'), 'module client\n\ngo 1.19\n');
    const { code, printed } = await run(t, folder, 'go', ['test', './...']);
    assert.equal(code, 0, printed);
    assert.match(printed, /^ok /m);
  });
});
