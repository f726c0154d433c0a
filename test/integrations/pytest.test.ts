import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { launcher, temporaryFolder } from '../support/command.ts';

const root = path.join(import.meta.dirname, '../..');
const integration = path.join(root, 'integrations/pytest');
const requirements = path.join(integration, 'tests/requirements.txt');
const environment = path.join(root, 'node_modules/.cache/pytest-sparring');
const python = path.join(environment, 'bin/python');

/** The number that no test of the integration proves. */
const UNPROVEN = '23';

it('pytest-sparring, installed from its wheel, has the behaviours of the contract', async (t) => {
  if (!(await prepare())) return t.skip('python3-venv is not installed, or pip cannot install packages');
  const folder = await temporaryFolder(t);
  const build = ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder];
  assert.equal((await run(python, build, integration)).code, 0);
  const wheel = path.join(folder, 'pytest_sparring-0.1.0-py3-none-any.whl');
  const install = ['-m', 'pip', 'install', '-q', '--no-index', '--no-deps', '--force-reinstall', wheel];
  assert.equal((await run(python, install, folder)).code, 0);
  const tests = path.join(integration, 'tests');
  const words = [
    '-m',
    'pytest',
    '-p',
    'pytester',
    '-p',
    'no:cacheprovider',
    '-n',
    '3',
    '-rA',
    '--rootdir',
    folder,
  ];
  const { text } = await run(python, [...words, tests], folder);
  const results = [...text.matchAll(/^(PASSED|FAILED|ERROR) \S*::(test_(\d\d)_\w+)/gm)];
  const contract = readFileSync(path.join(root, 'integrations/CONTRACT.md'), 'utf8');
  for (const [, number = '', name] of contract.matchAll(/^\| (\d+) \| (\w+) \|/gm)) {
    if (number === UNPROVEN) continue;
    const test = `test_${number.padStart(2, '0')}_${name}`;
    const found = results.filter(([, , each]) => each === test).map(([, result]) => result);
    t.diagnostic(`${number} ${name}: ${found.join(' ')}`);
    assert.ok(found.length > 0 && found.every((result) => result === 'PASSED'), `${test}\n${text}`);
  }
});

/** Creates a virtual environment with the locked packages, unless it exists. */
async function prepare(): Promise<boolean> {
  const stamp = path.join(environment, 'installed.txt');
  const locked = await readFile(requirements, 'utf8');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === locked) return true;
  await rm(environment, { recursive: true, force: true });
  const created = await run('python3', ['-m', 'venv', environment], root);
  if (created.code !== 0) return false;
  const installed = await run(python, ['-m', 'pip', 'install', '-q', '--no-deps', '-r', requirements], root);
  if (installed.code !== 0) return false;
  await writeFile(stamp, locked);
  return true;
}

function run(file: string, args: readonly string[], cwd: string): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    SPARRING_COMMAND: JSON.stringify([process.execPath, launcher]),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, timeout: 150_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    );
  });
}
