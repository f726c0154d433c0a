import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isInstalled } from './integrations/contract.ts';
import { temporaryFolder } from './support/commands/command.ts';
import { type ProgramRun, runProgram } from './support/commands/program.ts';

const root = path.join(import.meta.dirname, '..');
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
/** A program that reads the files of Compose as docker compose does, with variables and references between services. */
const COMPOSE = path.join(root, 'test/compose');
const skip = isInstalled('go', 'version') ? false : 'go is not installed here';
const timeout = 400_000;

interface GoRun {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a program of Go; undefined, with a skip, if go cannot download it. */
async function goRun(
  t: TestContext,
  program: string,
  words: readonly string[],
  { folder = root, variables = {} }: GoRun = {},
): Promise<ProgramRun | undefined> {
  const env = { ...process.env, ...variables };
  const found = await runProgram(t, folder, ['go', 'run', program, ...words], env);
  if (!/^go: (?!downloading)|^\S+\.go:\d+:\d+: .*(?:dial tcp|lookup)/m.test(found.printed)) return found;
  t.skip(`go cannot download ${program === '.' ? 'compose-go' : 'actionlint'}`);
  return undefined;
}

describe('the workflows have no findings of actionlint', { skip }, () => {
  it('in their syntax, their expressions and their jobs', { timeout }, async (t) => {
    const found = await goRun(t, ACTIONLINT, globSync('.github/workflows/*.yml', { cwd: root }));
    if (!found) return;
    assert.equal(found.code, 0, found.printed);
  });

  it('which finds an output that no step has, and a job that does not exist', { timeout }, async (t) => {
    const text = readFileSync(path.join(root, '.github/workflows/publish.yml'), 'utf8');
    const file = path.join(await temporaryFolder(t), 'publish.yml');
    const broken = text
      .replace('steps.push.outputs', 'steps.psh.outputs')
      .replace('needs: test', 'needs: tests');
    await writeFile(file, broken);
    const found = await goRun(t, ACTIONLINT, ['-no-color', file]);
    if (!found) return;
    assert.match(found.printed, /property "psh" is not defined/);
    assert.match(found.printed, /needs job "tests" which does not exist/);
  });
});

describe('Compose', { skip }, () => {
  const variables = { SPARRING_DB_PASSWORD: 'abc', SPARRING_CONTROL_TOKEN: 'a-token-of-16-characters' };
  const load = (t: TestContext, name: string, values: Readonly<Record<string, string>>) =>
    goRun(t, '.', [path.join(root, 'deploy', name)], { folder: COMPOSE, variables: values });

  it('starts two servers with one database and one token, and nothing else', { timeout }, async (t) => {
    const found = await load(t, 'compose-cluster.yaml', variables);
    if (!found) return;
    assert.equal(found.code, 0, found.printed);
    const { services } = JSON.parse(found.printed.slice(found.printed.indexOf('{')));
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
      const found = await load(t, 'compose-cluster.yaml', { ...variables, [name]: '' });
      if (!found) return;
      assert.notEqual(found.code, 0);
      assert.match(found.printed, new RegExp(`${name} is missing a value: set ${name} to a`));
    });

  it('starts one server with SQLite, which needs no variable', { timeout }, async (t) => {
    const found = await load(t, 'compose.yaml', {});
    if (!found) return;
    assert.equal(found.code, 0, found.printed);
    const { services } = JSON.parse(found.printed.slice(found.printed.indexOf('{')));
    assert.deepEqual(Object.keys(services), ['sparring']);
  });
});
