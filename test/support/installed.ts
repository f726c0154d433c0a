import { execFile } from 'node:child_process';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The output of the command; undefined if it is not installed, and the test is then skipped. */
export async function output(
  t: TestContext,
  command: string,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    return (await run(command, args)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 127)) {
      t.skip(`${command} is not installed here`);
      return undefined;
    }
    throw error;
  }
}

/**
 * The output of a script that uses Requests for Python; undefined if it is not installed, and the test is then skipped.
 */
export async function requestsOutput(
  t: TestContext,
  script: string,
  args: readonly string[],
): Promise<string | undefined> {
  if (!(await hasPythonModules(t, 'python3', ['requests'], 'requests'))) return undefined;
  return output(t, 'python3', ['-c', script, ...args]);
}

/** Whether the modules are installed; otherwise the test is skipped. */
export async function hasPythonModules(
  t: TestContext,
  python: string,
  names: readonly string[],
  label: string,
): Promise<boolean> {
  const script = 'import importlib.util as u, sys; print(all(u.find_spec(name) for name in sys.argv[1:]))';
  const found = await output(t, python, ['-c', script, ...names]);
  if (found === undefined) return false;
  if (found.trim() !== 'True') t.skip(`${label} is not installed here`);
  return found.trim() === 'True';
}
