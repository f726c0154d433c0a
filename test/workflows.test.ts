import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isInstalled } from './integrations/contract.ts';
import { temporaryFolder } from './support/command.ts';
import { type ProgramRun, runProgram } from './support/program.ts';

const root = path.join(import.meta.dirname, '..');
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
/** Reads the files of Compose as `docker compose` does: with variables, merge keys and references between services. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';
const skip = isInstalled('go', 'version') ? false : 'go is not installed here';
const timeout = 400_000;

/** Runs a program of a Go module; undefined, with a skip, if go cannot install it. */
async function runModule(
  t: TestContext,
  module: string,
  words: readonly string[],
  env = process.env,
): Promise<ProgramRun | undefined> {
  const run = (last: readonly string[]) => runProgram(t, root, ['go', 'run', module, ...last], env);
  if (/^package |: go:|cannot find module|dial tcp/m.test((await run(['-h'])).printed)) {
    const [, name = ''] = /\/(actionlint|compose-go)\//.exec(module) ?? [];
    t.skip(`go cannot download ${name}`);
    return undefined;
  }
  return run(words);
}

describe('the workflows have no findings of actionlint', { skip }, () => {
  it('in their syntax, their expressions and their jobs', { timeout }, async (t) => {
    const found = await runModule(t, ACTIONLINT, globSync('.github/workflows/*.yml', { cwd: root }));
    if (found) assert.deepEqual(found, { code: 0, printed: '' });
  });

  it('which finds an output that no step has, and a job that does not exist', { timeout }, async (t) => {
    const text = readFileSync(path.join(root, '.github/workflows/publish.yml'), 'utf8');
    const file = path.join(await temporaryFolder(t), 'publish.yml');
    const broken = text
      .replace('steps.push.outputs', 'steps.psh.outputs')
      .replace('needs: test', 'needs: tests');
    await writeFile(file, broken);
    const found = await runModule(t, ACTIONLINT, ['-no-color', file]);
    if (!found) return;
    assert.match(found.printed, /property "psh" is not defined/);
    assert.match(found.printed, /needs job "tests" which does not exist/);
  });
});

describe('Compose', { skip }, () => {
  const variables = { SPARRING_DB_PASSWORD: 'abc', SPARRING_CONTROL_TOKEN: 'a-token-of-16-characters' };

  it('starts two servers with one database and one token, and nothing else', { timeout }, async (t) => {
    const env = { ...process.env, ...variables };
    const found = await runModule(t, COMPOSE, ['--format', 'json', 'deploy/compose-cluster.yaml'], env);
    if (!found) return;
    assert.equal(found.code, 0, found.printed);
    const { services } = JSON.parse(found.printed);
    assert.deepEqual(Object.keys(services).toSorted(), ['node-1', 'node-2', 'postgres', 'proxy']);
    for (const name of ['node-1', 'node-2']) {
      const { environment, read_only, depends_on } = services[name];
      assert.equal(environment.SPARRING_DATABASE, 'postgres://sparring:abc@postgres:5432/sparring');
      assert.equal(environment.SPARRING_CONTROL_TOKEN, variables.SPARRING_CONTROL_TOKEN);
      assert.deepEqual([read_only, Object.keys(depends_on)], [true, ['postgres']]);
    }
    assert.deepEqual(Object.keys(services.proxy.depends_on).toSorted(), ['node-1', 'node-2']);
  });

  for (const name of Object.keys(variables))
    it(`starts no cluster without ${name}`, { timeout }, async (t) => {
      const env = { ...process.env, ...variables, [name]: '' };
      const found = await runModule(t, COMPOSE, ['deploy/compose-cluster.yaml'], env);
      if (!found) return;
      assert.notEqual(found.code, 0);
      assert.match(found.printed, new RegExp(`${name}.*set ${name} to a`));
    });

  it('starts one server with SQLite, which needs no variable', { timeout }, async (t) => {
    const found = await runModule(t, COMPOSE, ['--format', 'json', 'deploy/compose.yaml']);
    if (!found) return;
    assert.equal(found.code, 0, found.printed);
    assert.deepEqual(Object.keys(JSON.parse(found.printed).services), ['sparring']);
  });
});
