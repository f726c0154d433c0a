import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type AssertionForm, formatAssertion } from '#control/pages/inspector/browser/detail/assertion.ts';
import { temporaryFolder } from './support/commands/command.ts';
import { type ProgramRun, runProgram } from './support/commands/program.ts';
import { hasPythonModules, PYTHON } from './support/programs/installed.ts';
import { testProject } from './support/programs/projects.ts';
import { serve, type TestServer } from './support/servers/serve.ts';

const vitestProject = testProject('test/vitest');
const vitest = path.join(vitestProject.modules, 'vitest');

/** A text that ends or changes the literals of both languages, if it is not escaped. */
const USER = 'Mo"na \\ """ \'\'\' `id` $id \u2028 ü \\u0041';

/** A server that has got a request of this user. */
async function serverOf(t: TestContext, user: string): Promise<TestServer> {
  const server = await serve(t);
  await server.send({
    method: 'POST',
    path: '/anything/users?page=1',
    fields: [['Content-Type', 'application/json']],
    body: JSON.stringify({ user, roles: ['admin'] }),
  });
  return server;
}

/** The match of the only request, as the page reads it. */
async function matchOf(server: TestServer): Promise<object> {
  const response = await server.send({
    method: 'POST',
    path: '/_sparring/rules/import?dry=true',
    body: '{"requests":[1]}',
  });
  return JSON.parse(response.text()).rules[0].match;
}

/** Runs the copied code of the request of a user for each server. */
async function runFor(
  t: TestContext,
  form: AssertionForm,
  run: (folder: string, code: string) => Promise<ProgramRun>,
): Promise<{ equal: ProgramRun; other: ProgramRun }> {
  const [recorded, different] = [await serverOf(t, USER), await serverOf(t, `${USER}!`)];
  const match = await matchOf(recorded);
  const runOn = async ({ url }: TestServer) =>
    run(await temporaryFolder(t), formatAssertion(match, form, url));
  return { equal: await runOn(recorded), other: await runOn(different) };
}

const environment = { PATH: process.env.PATH, NO_COLOR: '1' };

describe('the assertion that the inspector copies holds for an equal request, and for no other', () => {
  it('with Vitest', async (t) => {
    if (vitestProject.skip) return t.skip(vitestProject.skip);
    const { equal, other } = await runFor(t, 'vitest', async (folder, code) => {
      await mkdir(path.join(folder, 'node_modules'));
      await symlink(vitest, path.join(folder, 'node_modules/vitest'));
      await writeFile(path.join(folder, 'request.test.mjs'), code);
      const command = [process.execPath, path.join(vitest, 'vitest.mjs'), 'run', '--testTimeout', '60000'];
      return runProgram(t, folder, command, { ...environment, HOME: folder });
    });
    assert.equal(equal.code, 0, equal.printed);
    assert.match(equal.printed, /Tests +1 passed/);
    assert.notEqual(other.code, 0);
    assert.match(other.printed, /Tests +1 failed/);
    assert.match(other.printed, /expected 408 to be 200/);
  });

  it('with pytest', async (t) => {
    if (!(await hasPythonModules(t, ['pytest', 'requests']))) return;
    const { equal, other } = await runFor(t, 'pytest', async (folder, code) => {
      await writeFile(path.join(folder, 'test_request.py'), code);
      const command = [PYTHON, '-m', 'pytest', '-p', 'no:cacheprovider'];
      return runProgram(t, folder, command, { ...environment, HOME: folder });
    });
    assert.equal(equal.code, 0, equal.printed);
    assert.match(equal.printed, /1 passed/);
    assert.equal(other.code, 1, other.printed);
    assert.match(other.printed, /assert 408 == 200/);
  });
});
