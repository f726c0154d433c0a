import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { codeBlocks } from '../support/programs/guide.ts';
import { installPython, NO_PYTHON } from '../support/programs/python-environment.ts';
import {
  assertProven,
  integrations,
  isInstalled,
  NO_COMMAND,
  readBehavioursOfBins,
  runTests,
  SPARRING_RUN,
  startServerWithoutPorts,
} from './contract.ts';
import { rustEquivalents } from './rust-equivalents.ts';

const README = 'integrations/rust/README.md';
const crate = path.join(integrations, 'rust');
const tests = path.join(crate, 'contract');
/** Kept, because the crates of the HTTP clients take a minute to compile. */
const target = path.join(integrations, '../node_modules/.cache/sparring-rust');
/** Where cargo unpacks the package. */
const unpacked = path.join(target, 'package/sparring-0.1.0');

const RESULT = /^test (?<test>test_\d\d_\w+) \.\.\. (?<result>ok|FAILED|ignored)/gm;

const skip = hasCargo() ? false : 'cargo 1.85 is not installed here';

describe('the crate sparring, from its package', { skip }, () => {
  const project = path.join(unpacked, 'contract');
  const equivalents = rustEquivalents();
  const run = async (
    file: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    cwd = project,
  ) => {
    const { code, text } = await runTests(file, args, cwd, { CARGO_TARGET_DIR: target, ...variables });
    assert.equal(code, 0, text);
    return text;
  };
  const cargo = (cwd: string, ...args: string[]) => run('cargo', args, {}, cwd);

  before(async () => {
    await cargo(crate, 'package', '--allow-dirty', '--locked', '--quiet');
    await cp(tests, project, { recursive: true });
    const [, tls = ''] = codeBlocks(README, 'rust');
    await writeFile(
      path.join(project, 'tests/equivalents.rs'),
      `${equivalents.source}\n#[allow(dead_code, unused_variables)]\nfn tls_of_the_readme() {\n${tls}}\n`,
    );
  });

  // The TLS library of the system requires its headers.
  const features = isInstalled('pkg-config', '--exists', 'openssl') ? ['--features', 'native-tls'] : [];
  // In steps, each of which takes less than the limit on a busy machine too.
  for (const name of ['tokio', 'rustls', 'hyper'])
    it(`compiles ${name}`, { timeout: 400_000 }, async () => {
      await cargo(project, 'build', '--locked', '-p', name);
    });

  it('compiles with reqwest', { timeout: 400_000 }, async () => {
    await cargo(project, 'build', '--locked', ...features);
  });

  it('compiles with the other clients', { timeout: 400_000 }, async () => {
    await cargo(project, 'test', '--no-run', '--locked', ...features);
  });

  it('has the behaviours of the contract, and the lines of the guide', { timeout: 400_000 }, async () => {
    const text = await cargo(project, 'test', '--locked', ...features);
    assertProven(text, RESULT, 'ok');
    assert.match(text, /^test paused_time_of_tokio_changes_no_limit \.\.\. ok/m);
    assert.match(text, /^test repeats_after_an_error \.\.\. ok/m);
    assert.equal(text.match(/^test equivalent_\w+ \.\.\. ok/gm)?.length, equivalents.count, text);
    await cargo(crate, 'test', '--locked', '--doc');
  });

  it('has the behaviours of bins at a server that opens no ports for them', {
    timeout: 400_000,
  }, async (t) => {
    const behaviours = readBehavioursOfBins();
    const words = ['test', '--locked', ...features, '--test', 'contract', '--'];
    const names = behaviours.map(({ test }) => test);
    const text = await run('cargo', [...words, ...names], await startServerWithoutPorts(t));
    assertProven(text, RESULT, 'ok', behaviours);
  });

  it('uses one server of sparring run in all processes', { timeout: 400_000 }, async () => {
    const words = ['test', '--locked', ...features, '--test', 'readme', '--test', 'equivalents'];
    const text = await run(process.execPath, [...SPARRING_RUN, 'cargo', ...words], NO_COMMAND);
    assert.equal(text.match(/^test result: ok/gm)?.length, 2, text);
  });

  it('passes in nextest, which has a process for each test: with one server of sparring run, and with one for each', {
    timeout: 400_000,
  }, async (t) => {
    const python = await installPython('nextest', path.join(tests, 'nextest.txt'), t.signal);
    if (python === undefined) return t.skip(NO_PYTHON);
    const words = ['nextest', 'run', '--locked', '--color', 'never', ...features];
    const variables = { PATH: `${path.dirname(python)}${path.delimiter}${process.env.PATH}` };
    const all = [...SPARRING_RUN, 'cargo', ...words, '--test', 'equivalents', '--test', 'readme'];
    const shared = await run(process.execPath, all, { ...variables, ...NO_COMMAND });
    assert.match(shared, new RegExp(`Summary .* ${1 + equivalents.count} passed`));
    const own = await run('cargo', [...words, '--test', 'contract', '-E', 'test(/^test_1[4-7]/)'], variables);
    assert.match(own, /Summary .* 4 passed/);
  });

  it('has no findings of clippy and rustfmt', { timeout: 400_000 }, async (t) => {
    if (!isInstalled('cargo', 'clippy', '--version') || !isInstalled('cargo', 'fmt', '--version'))
      return t.skip('clippy is not installed here');
    await cargo(crate, 'clippy', '--locked', '--all-targets', '--', '-D', 'warnings');
    for (const folder of [crate, tests]) await cargo(folder, 'fmt', '--check');
  });

  it('has a README that begins with the test of a project', async () => {
    const readme = await readFile(path.join(crate, 'README.md'), 'utf8');
    const test = await readFile(path.join(tests, 'tests/readme.rs'), 'utf8');
    assert.ok(readme.startsWith(`# sparring\n\n\`\`\`rust\n${test}\`\`\`\n`));
  });
});

function hasCargo(): boolean {
  if (!isInstalled('cargo', '--version')) return false;
  const [, minor = '0'] =
    /^cargo 1\.(\d+)/.exec(execFileSync('cargo', ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(minor) >= 85;
}
