import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { codeBlocks } from './support/guide.ts';
import { installPackage, packPackage } from './support/packed.ts';
import { testProject } from './support/projects.ts';

const root = path.join(import.meta.dirname, '..');
const { folder: consumers, modules: runners, skip: skipRunners } = testProject('test/consumers');

/** For Linux on x64 only. */
const { modules: runtimes, skip: skipRuntimes } = testProject('test/runtimes');
const bun = path.join(runtimes, '@oven/bun-linux-x64/bin/bun');
const deno = path.join(runtimes, '@deno/linux-x64-glibc/deno');

interface Finish {
  readonly code: number;
  readonly text: string;
}

/** Runs a program, for a minute at most. */
function run(cwd: string, file: string, args: readonly string[]): Promise<Finish> {
  const env = {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    CI: '1',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

interface Project {
  readonly name: string;
  /** The file in the package of the runner; undefined for Node. */
  readonly runner?: string;
  readonly test: readonly string[];
  readonly failing: readonly string[];
  readonly passes: RegExp;
}

const projects: readonly Project[] = [
  {
    name: 'node-test',
    test: ['--test', 'client.test.mjs'],
    failing: ['--test', 'failure.test.mjs'],
    passes: /pass 8\b/,
  },
  {
    name: 'vitest',
    runner: 'vitest/vitest.mjs',
    test: ['run', 'client.test.mjs'],
    failing: ['run', 'failure.test.mjs'],
    passes: /Tests +6 passed/,
  },
  {
    name: 'jest',
    runner: 'jest/bin/jest.js',
    test: ['client.test.js'],
    failing: ['failure.test.js'],
    passes: /Tests: +4 passed/,
  },
  {
    name: 'playwright',
    runner: '@playwright/test/cli.js',
    test: ['test', '--workers=1', 'client.spec.mjs'],
    failing: ['test', '--workers=1', 'failure.spec.mjs'],
    passes: /4 passed/,
  },
];

describe('a project that installs the package', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(path.join(consumers, 'run-'));
    await installPackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, runner, test, failing, passes } of projects) {
    it(`runs its tests with ${name}, and prints the requests of a failed test`, async (t) => {
      if (runner !== undefined && skipRunners) return t.skip(skipRunners);
      const project = path.join(folder, name);
      await cp(path.join(consumers, name), project, { recursive: true });
      const words = runner === undefined ? [] : [path.join(runners, runner)];

      const passed = await run(project, process.execPath, [...words, ...test]);
      assert.match(passed.text, passes);
      assert.equal(passed.code, 0, passed.text);

      const failure = failing.at(-1) ?? '';
      await rename(path.join(project, `failure${path.extname(failure)}`), path.join(project, failure));
      const failed = await run(project, process.execPath, [...words, ...failing]);
      assert.notEqual(failed.code, 0);
      assert.match(failed.text, /Sparring received 2 requests:/);
      assert.match(
        failed.text,
        /#1 POST \/status\/503\?x=\/anything\/users \(application\/json, 15 bytes\) -> 503/,
      );
    });
  }

  it('runs the tests of the README and of the guide', async (t) => {
    if (skipRunners) return t.skip(skipRunners);
    const project = path.join(folder, 'guides');
    await mkdir(project);
    const commands = [
      ['sparring/node-test', 'node.test.mjs', '--test', 'node.test.mjs'],
      ['sparring/vitest', 'vitest.test.mjs', path.join(runners, 'vitest/vitest.mjs'), 'run', 'vitest.test'],
      ['sparring/jest', 'jest.test.js', path.join(runners, 'jest/bin/jest.js'), 'jest.test.js'],
    ] as const;
    const blocks = ['README.md', 'docs/guide/fixtures.md'].flatMap((page) => codeBlocks(page, 'js'));
    for (const [fixture, file, ...args] of commands) {
      const tests = blocks.filter((block) => block.includes(`'${fixture}'`));
      assert.ok(tests.length > 0, fixture);
      for (const [index, code] of tests.entries())
        await writeFile(path.join(project, index === 0 ? file : `${index}.${file}`), code);
      const { code, text } = await run(project, process.execPath, args);
      assert.equal(code, 0, text);
      assert.match(text, /pass 1\b|Tests +3 passed|Tests: +1 passed/);
    }
  });

  it('runs its tests with Bun', async (t) => {
    if (skipRuntimes) return t.skip(skipRuntimes);
    const project = path.join(folder, 'bun');
    await cp(path.join(consumers, 'node-test'), project, { recursive: true });
    const { code, text } = await run(project, bun, ['test', 'client.test.mjs']);
    assert.match(text, /8 pass\n 0 fail/);
    assert.equal(code, 0, text);
  });

  it('runs its tests with Deno, without passwords, and with passwords by "sparring run"', async (t) => {
    if (skipRuntimes) return t.skip(skipRuntimes);
    const project = path.join(folder, 'deno');
    await cp(path.join(consumers, 'deno'), project, { recursive: true });
    const seed = 'users: [{ login: mona, password: correct-horse-1 }]\n';
    await writeFile(path.join(project, 'seed.yaml'), seed);
    const command = path.join(folder, 'node_modules/sparring/bin/sparring.cjs');
    const words = [deno, 'test', '--allow-all', '--no-check', 'client.test.mjs'];
    const sparring = [command, 'run', '--seed', 'seed.yaml', '--', ...words];
    const { code, text } = await run(project, process.execPath, sparring);
    assert.match(text, /4 passed/);
    assert.equal(code, 0, text);
  });

  it('shares the server of the global set-up of Vitest', async (t) => {
    if (skipRunners) return t.skip(skipRunners);
    const project = path.join(folder, 'vitest-global');
    await cp(path.join(consumers, 'vitest'), project, { recursive: true });
    const vitest = [path.join(runners, 'vitest/vitest.mjs'), 'run', '--config'];
    const seeded = await run(project, process.execPath, [...vitest, 'global.config.mjs']);
    assert.match(seeded.text, /Tests +2 passed/);
    assert.equal(seeded.code, 0, seeded.text);
    const config = "export default { test: { globalSetup: ['sparring/vitest/global-setup'] } };";
    await writeFile(path.join(project, 'default.config.mjs'), config);
    const named = ['--testNamePattern', 'uses the server', 'global.test.mjs'];
    const plain = await run(project, process.execPath, [...vitest, 'default.config.mjs', ...named]);
    assert.match(plain.text, /Tests +1 passed/);
    assert.equal(plain.code, 0, plain.text);
  });

  it('compiles with the types of the fixtures and of the runners, libraries included', async (t) => {
    if (skipRunners) return t.skip(skipRunners);
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext' };
    const options = {
      ...compilerOptions,
      types: ['node'],
      typeRoots: [path.join(root, 'node_modules/@types')],
    };
    const project = path.join(folder, 'types');
    await cp(path.join(consumers, 'types'), project, { recursive: true });
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    assert.deepEqual(await run(project, process.execPath, [compiler, '-p', project]), { code: 0, text: '' });
  });

  it('has no finding of publint and attw', async (t) => {
    if (skipRunners) return t.skip(skipRunners);
    const archive = await packPackage();
    const publint = await run(folder, process.execPath, [path.join(runners, 'publint/src/cli.js'), archive]);
    assert.match(publint.text, /All good!/);
    assert.equal(publint.code, 0, publint.text);
    // Vitest, and so its fixture, is an ES module only.
    const rules = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm'];
    const attw = path.join(runners, '@arethetypeswrong/cli/dist/index.js');
    const types = await run(folder, process.execPath, [attw, archive, ...rules]);
    assert.equal(types.code, 0, types.text);
  });

  it('has files for every export', async () => {
    const installed = path.join(folder, 'node_modules/sparring');
    const manifest: { exports: object } = JSON.parse(
      await readFile(path.join(installed, 'package.json'), 'utf8'),
    );
    const targets =
      JSON.stringify(manifest.exports).match(/\.\/[\w./*-]+\.(?:js|cjs|d\.ts|d\.cts)(?=")/g) ?? [];
    assert.ok(targets.length > 10);
    assert.deepEqual(
      targets.filter((target) => !existsSync(path.join(installed, target))),
      [],
    );
  });
});
