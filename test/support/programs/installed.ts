import { execFile } from 'node:child_process';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Python that has the packages of Debian. The first one in the path may be another. */
export const PYTHON = '/usr/bin/python3';

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
  if (!(await hasPythonModules(t, ['requests']))) return undefined;
  return output(t, PYTHON, ['-c', script, ...args]);
}

/** Whether the modules are installed; otherwise the test is skipped, and the reason names the missing ones. */
export async function hasPythonModules(t: TestContext, names: readonly string[]): Promise<boolean> {
  const script =
    'import importlib.util as u, sys; print(*(name for name in sys.argv[1:] if not u.find_spec(name)))';
  const printed = await output(t, PYTHON, ['-c', script, ...names]);
  if (printed === undefined) return false;
  const missing = printed.trim();
  if (missing !== '') t.skip(`${missing.replaceAll(' ', ' and ')} for Python is not installed here`);
  return missing === '';
}
