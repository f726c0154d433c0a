import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { launcher, temporaryFolder } from '../support/commands/command.ts';
import { type ProgramRun, runProgram } from '../support/commands/program.ts';
import { testProject } from '../support/programs/projects.ts';
import { installPython, NO_PYTHON } from '../support/programs/python-environment.ts';
import {
  assertProven,
  integrations,
  NO_COMMAND,
  readBehavioursOfBins,
  readContract,
  SPARRING_RUN,
  startServerWithoutPorts,
} from './contract.ts';

const root = path.join(integrations, '..');
const integration = path.join(integrations, 'pytest');
const tests = path.join(integration, 'tests');
const pyright = testProject('test/consumers');
const CONTRACT = path.join(tests, 'test_contract.py');
const PLUGINS = ['-p', 'pytester', '-p', 'no:cacheprovider'];

const OF_BINS = readBehavioursOfBins()
  .map(({ test }) => test)
  .join(' or ');

/** The behaviours that depend on the version of pytest: not how a server is found and started. */
const OF_PYTEST = 'test_05 or test_09 or test_1 or test_2';

interface Environment {
  /** The file in `tests/requirements`. */
  readonly name: string;
  readonly artefact: 'wheel' | 'sdist';
  /** The clients of number 22, beside urllib. */
  readonly clients: string;
  /** The selected tests; all by default. */
  readonly select?: string;
  /** A file whose tests need another client. */
  readonly ignored?: string;
}

const environments: readonly Environment[] = [
  { name: 'newest', artefact: 'wheel', clients: 'requests urllib3 httpx aiohttp' },
  { name: 'pytest8', artefact: 'sdist', clients: 'niquests', select: OF_PYTEST, ignored: 'test_httpbin.py' },
  { name: 'pytest7', artefact: 'wheel', clients: 'urllib3 requests', select: `httpbin or ${OF_PYTEST}` },
];

describe('pytest-sparring', { concurrency: 1 }, () => {
  /** The paths of the built artefacts; none where Python cannot install packages. */
  const artefacts = new Map<string, string>();
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  // With the installation of the tools, which takes long beside other tests.
  it('is built as a wheel and as a source archive, whose descriptions are valid', {
    timeout: 390_000,
  }, async (t) => {
    const python = await prepare(t, 'newest');
    if (python === undefined) return t.skip(NO_PYTHON);
    await run(t, python, ['-m', 'hatchling', 'build', '-d', folder], { cwd: integration });
    for (const file of await readdir(folder))
      artefacts.set(file.endsWith('.whl') ? 'wheel' : 'sdist', path.join(folder, file));
    assert.deepEqual([...artefacts.keys()].toSorted(), ['sdist', 'wheel']);
    await run(t, python, ['-m', 'twine', '--no-color', 'check', '--strict', ...artefacts.values()]);
  });

  for (const { name, artefact, clients, select, ignored } of environments)
    it(`has the behaviours of the contract: ${name}, from the ${artefact}, with ${clients}`, {
      timeout: 390_000,
    }, async (t) => {
      const file = artefacts.get(artefact);
      const python = file && (await prepare(t, name));
      if (python === undefined || file === undefined) return t.skip(NO_PYTHON);
      const install = ['--no-index', '--no-deps', '--force-reinstall', '--no-build-isolation'];
      await run(t, python, ['-m', 'pip', 'install', '-q', ...install, file]);
      const options = ignored ? [`--ignore=${path.join(tests, ignored)}`] : [];
      const words = [...PLUGINS, '-n', '3', '-rA', tests];
      const cwd = await temporaryFolder(t);
      const { printed } = await run(
        t,
        python,
        ['-m', 'pytest', '--rootdir', cwd, ...words, ...options, ...(select ? ['-k', select] : [])],
        { cwd, variables: { CLIENTS: `urllib ${clients}` } },
      );
      const results = [
        ...printed.matchAll(
          /^(PASSED|FAILED|ERROR|SKIPPED) \S*\btest_(?:contract|equivalents|httpbin|readme)\.py::(\w+)/gm,
        ),
      ];
      const count = (test: string) => results.filter(([, , each]) => each === test).length;
      assert.ok(
        results.every(([, result]) => result === 'PASSED'),
        printed,
      );
      assert.equal(count('test_22_tls'), 1 + clients.split(' ').length, printed);
      assert.equal(count('test_both'), name === 'pytest8' ? 0 : 2, printed);
      if (select) return;
      for (const { number, name, test } of readContract()) {
        t.diagnostic(`${number} ${name}: ${count(test)} passed`);
        assert.ok(count(test) > 0, `${test}\n${printed}`);
      }
    });

  for (const [title, words, prepareServer] of [
    ['has the behaviours of bins at a server that opens no ports for them', [], startServerWithoutPorts],
    ['uses one server of sparring run in all processes', ['-n', '2'], undefined],
  ] as const)
    it(title, { timeout: 390_000 }, async (t) => {
      const python = artefacts.has('wheel') ? await prepare(t, 'newest') : undefined;
      if (python === undefined) return t.skip(NO_PYTHON);
      const cwd = await temporaryFolder(t);
      const pytest = [
        python,
        '-m',
        'pytest',
        '--rootdir',
        cwd,
        ...PLUGINS,
        ...words,
        '-rA',
        '-k',
        OF_BINS,
        CONTRACT,
      ];
      const variables = prepareServer ? await prepareServer(t) : NO_COMMAND;
      const [file = '', ...rest] = prepareServer ? pytest : [process.execPath, ...SPARRING_RUN, ...pytest];
      const { printed } = await run(t, file, rest, { cwd, variables });
      // A file outside of the root has no name.
      const result = /^(?<result>PASSED|FAILED|ERROR) (?:\S*\btest_contract\.py)?::(?<test>test_\d\d_\w+)/gm;
      assertProven(printed, result, 'PASSED', readBehavioursOfBins());
    });

  it('passes mypy and pyright, with its tests', async (t) => {
    const python = artefacts.has('wheel') ? await prepare(t, 'newest') : undefined;
    if (python === undefined) return t.skip(NO_PYTHON);
    const cwd = await temporaryFolder(t);
    const source = path.join(integration, 'src/pytest_sparring');
    await run(t, python, ['-m', 'mypy', '--strict', source, tests], { cwd });
    if (pyright.skip) return t.skip(pyright.skip);
    const program = path.join(pyright.modules, 'pyright/index.js');
    await run(t, process.execPath, [program, '--project', integration, '--pythonpath', python]);
  });
});

/** The Python of a version of pytest. */
function prepare(t: TestContext, name: string): Promise<string | undefined> {
  const lock = path.join(tests, 'requirements', `${name}.txt`);
  return installPython(`pytest-sparring/${name}`, lock, t.signal);
}

/** Runs a program, which must succeed. */
async function run(
  t: TestContext,
  file: string,
  words: readonly string[],
  { cwd = root, variables = {} }: { cwd?: string; variables?: Readonly<Record<string, string>> } = {},
): Promise<ProgramRun> {
  const env = {
    ...process.env,
    SPARRING_COMMAND: JSON.stringify([process.execPath, launcher]),
    // From source, on a busy machine, a start takes longer than for a user.
    SPARRING_START_TIMEOUT: '120',
    PYTHONDONTWRITEBYTECODE: '1',
    PYRIGHT_PYTHON_IGNORE_WARNINGS: '1',
    ...variables,
  };
  const result = await runProgram(t, cwd, [file, ...words], env);
  assert.equal(result.code, 0, result.printed);
  return result;
}
