import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { runProgram } from '../commands/program.ts';

const root = path.join(import.meta.dirname, '../../..');

/** The reason of a skip. */
export const NO_PYTHON = 'python3-venv is not installed, or pip cannot install packages';

/**
 * The Python of a virtual environment with the packages of a lock file, which later runs reuse; undefined if they cannot be
 * installed.
 * @param name - the folder of the environment in the cache
 * @param lock - the file with a version for each package
 */
export async function installPython(t: TestContext, name: string, lock: string): Promise<string | undefined> {
  const environment = path.join(root, 'node_modules/.cache', name);
  const python = path.join(environment, 'bin/python');
  const stamp = path.join(environment, 'installed.txt');
  const locked = await readFile(lock, 'utf8');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === locked) return python;
  await rm(environment, { recursive: true, force: true });
  for (const [program, words] of [
    ['python3', ['-m', 'venv', environment]],
    [python, ['-m', 'pip', 'install', '-q', '--no-deps', '-r', lock]],
  ] as const)
    if ((await runProgram(t, root, [program, ...words], process.env).catch(() => undefined))?.code !== 0)
      return undefined;
  await writeFile(stamp, locked);
  return python;
}
