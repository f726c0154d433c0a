import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** The reason of a skip. */
export const NO_PYTHON = 'python3-venv is not installed, or pip cannot install packages';

/**
 * The Python of a virtual environment with the packages of a lock file, which later runs reuse; undefined if they cannot be
 * installed. Beside it are the programs of the packages.
 * @param name - the folder of the environment in the cache
 * @param lock - the file with a version for each package
 * @param signal - ends the installation
 */
export async function installPython(
  name: string,
  lock: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const environment = path.join(root, 'node_modules/.cache', name);
  const python = path.join(environment, 'bin/python');
  const stamp = path.join(environment, 'installed.txt');
  const locked = await readFile(lock, 'utf8');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === locked) return python;
  await rm(environment, { recursive: true, force: true });
  const options = { cwd: root, ...(signal && { signal }) };
  try {
    await run('python3', ['-m', 'venv', environment], options);
    await run(python, ['-m', 'pip', 'install', '-q', '--no-deps', '-r', lock], options);
  } catch {
    return undefined;
  }
  await writeFile(stamp, locked);
  return python;
}
