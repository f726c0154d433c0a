import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installPackage, packPackage } from './support/commands/packed.ts';
import { openPostgresSchema } from './support/databases/postgres.ts';
import { codeBlocks } from './support/programs/guide.ts';
import { oldestNode } from './support/programs/nodes.ts';
import { testProject } from './support/programs/projects.ts';

const root = path.join(import.meta.dirname, '..');
const newest = testProject('test/consumers');
const oldest = testProject('test/consumers-oldest');
const { folder: consumers, modules: runners, skip: skipRunners } = newest;

/** The versions of test runners and of pg that the projects run with. Without them, only the project for node:test runs. */
const versions = [
  { name: 'the newest version', ...newest },
  { name: 'the oldest version', ...oldest },
] as const;

/** For Linux on x64 only. */
const { modules: runtimes, skip: skipRuntimes } = testProject('test/runtimes');
const bun = path.join(runtimes, '@oven/bun-linux-x64/bin/bun');
const deno = path.join(runtimes, '@deno/linux-x64-glibc/deno');

interface Finish {
  readonly code: number;
  readonly text: string;
}

/** Runs a program, for a minute at most. */
function run(
  cwd: string,
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Finish> {
  const env = {
    ...variables,
    PATH: process.env.PATH,
    HOME: tmpdir(),
    CI: '1',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, timeout: 110_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

interface Project {
  readonly name: string;
  /** The file in the package of the runner; undefined for Node. */
  readonly runner?: string;
  readonly arguments: readonly string[];
  /** The extension of its tests. */
  readonly extension: string;
  /** What the runner prints, with the number of tests that pass. */
  readonly prints: RegExp;
  /** The number of tests that pass, with those of the guides. */
  readonly passed: number;
  /** Parts of the messages of failed tests, besides the requests. */
  readonly failures?: readonly RegExp[];
}

const CONCURRENT = /Another test that uses this server has not ended: concurrent tests need/;

/** The unmatched request with its nearest rule, the unused rule, the forgotten wait, and the error of a handler. */
const UNMATCHED = [
  /1 request(?: in bin "test-\d+")? matched no rule:\s+GET \/v1\/users\/1\/ matched none of 1 rule /,
  /path: expected \/v1\/users\/1, got \/v1\/users\/1\/ \(a slash more at the end\)/,
  /The rule never-used(?: in bin "test-\d+")? \(failing-tests\.m?js:\d+\) was not used\./,
  /The promise of journal\.expectNone was not awaited/,
  /The code of the rule \d+ \(failing-tests\.m?js:\d+\) failed: Error: broken handler/,
];

const projects: readonly Project[] = [
  {
    name: 'node-test',
    arguments: ['--test'],
    extension: '.test.mjs',
    passed: 68,
    prints: /pass (\d+)\n\W*fail 6\n\W*cancelled 1\n/,
    failures: [...UNMATCHED, CONCURRENT, /createSparring\(\{ isolation: 'bin' \}\)/],
  },
  {
    name: 'vitest',
    runner: 'vitest/vitest.mjs',
    arguments: ['run', '--exclude', 'global*'],
    extension: '.test.mjs',
    passed: 69,
    prints: /Tests +7 failed \| (\d+) passed/,
    failures: [...UNMATCHED, CONCURRENT, /createTest\(\{ isolation: 'bin' \}\)/],
  },
  {
    name: 'jest',
    runner: 'jest/bin/jest.js',
    arguments: ['--rootDir', '.'],
    extension: '.test.js',
    passed: 70,
    prints: /Tests: +6 failed, 1 skipped, 1 todo, (\d+) passed/,
    failures: UNMATCHED,
  },
  {
    name: 'playwright',
    runner: '@playwright/test/cli.js',
    arguments: ['test', '--workers=1'],
    extension: '.spec.mjs',
    passed: 13,
    prints: /5 failed\n.* (\d+) passed/s,
    failures: UNMATCHED,
  },
];

/** Copies a folder of `test/consumers`, and the modules of `common`, which become CommonJS for Jest. */
async function copyProject(name: string, project: string): Promise<void> {
  await cp(path.join(consumers, name), project, { recursive: true });
  const common = path.join(consumers, 'common');
  for (const file of await readdir(common)) {
    const text = await readFile(path.join(common, file), 'utf8');
    if (name !== 'jest') await writeFile(path.join(project, file), text);
    else await writeFile(path.join(project, file.replace('.mjs', '.js')), toCommonJs(text));
  }
}

function toCommonJs(text: string): string {
  return text
    .replace(/^import (.+) from '(.+)';$/gm, "const $1 = require('$2');")
    .replaceAll('.mjs', '.js')
    .replace(/^export ((?:async )?function (\w+))/gm, 'exports.$2 = $2;\n$1');
}

/** The tests of the README and of the guide that import a fixture. */
function guideTests(fixture: string): string[] {
  return ['README.md', 'docs/guide/fixtures.md']
    .flatMap((page) => codeBlocks(page, 'js'))
    .filter((block) => block.includes(`'sparring/${fixture}'`));
}

const installations = new Map<string, Promise<string>>();

/** A folder below `parent` with the package, until the tests of this file end. */
function installIn(parent: string): Promise<string> {
  const install = async () => {
    const folder = await mkdtemp(path.join(parent, 'run-'));
    await installPackage(folder);
    return folder;
  };
  const installation = installations.get(parent) ?? install();
  installations.set(parent, installation);
  return installation;
}

after(async () => {
  for (const folder of installations.values()) await rm(await folder, { recursive: true, force: true });
});

for (const { name: version, folder: installed, modules: packages, skip } of versions) {
  describe(`a project that installs the package and ${version} of its peers`, () => {
    let folder = '';

    before(async () => {
      folder = await installIn(installed);
    });

    for (const {
      name,
      runner,
      arguments: words,
      extension,
      prints,
      passed: count,
      failures = [],
    } of projects) {
      if (runner === undefined && installed !== consumers) continue;
      it(`runs its tests and those of the guides with ${name}, and prints the requests of a failed test`, async (t) => {
        if (runner !== undefined && skip) return t.skip(skip);
        const project = path.join(folder, name);
        await copyProject(name, project);
        const failing = `failure${path.extname(extension)}`;
        await rename(path.join(project, failing), path.join(project, `failure${extension}`));
        const guides = name === 'playwright' ? [] : guideTests(name);
        for (const [index, code] of guides.entries())
          await writeFile(path.join(project, `guide-${index}${extension}`), code);

        const program = runner === undefined ? [] : [path.join(packages, runner)];
        const { code, text } = await run(project, process.execPath, [...program, ...words]);
        const [, passed] = prints.exec(text) ?? assert.fail(text);
        assert.equal(Number(passed), count, text);
        assert.notEqual(code, 0);
        assert.match(text, /Requests of this test \(2\):/);
        assert.match(text, /#\d POST \/status\/503\?x=\/anything\/users 503 · 15 bytes of application\/json/);
        for (const failure of failures) assert.match(text, failure);
      });
    }

    it('stores on PostgreSQL with pg', async (t) => {
      if (skip) return t.skip(skip);
      const database = await openPostgresSchema(t);
      if (database === undefined) return;
      await cp(path.join(consumers, 'pg'), path.join(folder, 'pg'), { recursive: true });
      const words = [path.join(folder, 'pg/client.mjs')];
      assert.deepEqual(await run(folder, process.execPath, words, { DATABASE: database }), {
        code: 0,
        text: '201 1\n',
      });
    });

    it('compiles with the types of the fixtures and of the runners', async (t) => {
      if (skip) return t.skip(skip);
      // The types of Vitest 3 have errors of their own.
      const skipLibCheck = installed !== consumers;
      const compilerOptions = { strict: true, noEmit: true, skipLibCheck, module: 'nodenext' };
      const options = {
        ...compilerOptions,
        types: ['node'],
        typeRoots: [path.join(root, 'node_modules/@types')],
      };
      const project = path.join(folder, 'types');
      await cp(path.join(consumers, 'types'), project, { recursive: true });
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      assert.deepEqual(await run(project, process.execPath, [compiler, '-p', project]), {
        code: 0,
        text: '',
      });
    });
  });
}

describe('a project that installs the package', () => {
  let folder = '';

  before(async () => {
    folder = await installIn(consumers);
  });

  for (const { name: version, folder: parent, modules, skip } of versions) {
    it(`runs its tests and those of the guides under the oldest Node by "sparring run" with ${version} of its peers`, async (t) => {
      if (skip || oldestNode.skip) return t.skip(skip || oldestNode.skip || undefined);
      const { file } = oldestNode;
      const installed = await installIn(parent);
      const project = path.join(installed, 'shared');
      await cp(path.join(consumers, 'shared'), project, { recursive: true });
      const command = path.join(installed, 'node_modules/sparring/bin/sparring.cjs');
      for (const { name, words, extension, prints } of [
        {
          name: 'node-test',
          words: ['--test'],
          extension: '.test.mjs',
          prints: /pass 3\n(?:.*\n)*.*fail 0\n/,
        },
        {
          name: 'vitest',
          words: [path.join(modules, 'vitest/vitest.mjs'), 'run'],
          extension: '.test.mjs',
          prints: /Test Files +3 passed/,
        },
        {
          name: 'jest',
          words: [path.join(modules, 'jest/bin/jest.js'), '--rootDir', '.', '--runTestsByPath'],
          extension: '.test.js',
          prints: /Tests: +5 passed/,
        },
      ]) {
        const files = [`${name}-shared${extension}`];
        for (const [index, code] of guideTests(name).entries()) {
          const guide = `${name}-guide-${index}${extension}`;
          await writeFile(path.join(project, guide), code);
          files.push(guide);
        }
        const sparring = [command, 'run', '--', file, ...words, ...files];
        const { code, text } = await run(project, file, sparring);
        assert.match(text, prints);
        assert.equal(code, 0, text);
      }
    });
  }

  it('runs its tests with Bun', async (t) => {
    if (skipRuntimes) return t.skip(skipRuntimes);
    const project = path.join(folder, 'bun');
    await copyProject('node-test', project);
    const { code, text } = await run(project, bun, ['test', 'client.test.mjs']);
    assert.match(text, /9 pass\n 0 fail/);
    assert.equal(code, 0, text);
  });

  it('runs its tests with Deno, also by "sparring run"', async (t) => {
    if (skipRuntimes) return t.skip(skipRuntimes);
    const project = path.join(folder, 'deno');
    await copyProject('deno', project);
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
    await copyProject('vitest', project);
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

describe('the oldest versions of peers', () => {
  it('are those that package.json permits', async () => {
    const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));
    const { peerDependencies }: Record<string, Record<string, string>> = await read('package.json');
    const {
      dependencies,
    }: Record<string, Record<string, string>> = await read('test/consumers-oldest/package.json');
    for (const [name, range] of Object.entries(peerDependencies ?? {})) {
      const [, lowest = ''] = /^(?:>=|\^)(\d+\.\d+(?:\.\d+)?)$/.exec(range) ?? [];
      assert.equal(dependencies?.[name], lowest.split('.').length === 2 ? `${lowest}.0` : lowest, name);
    }
  });
});
