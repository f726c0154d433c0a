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
  const found = await output(t, 'python3', [
    '-c',
    'import importlib.util as u; print(u.find_spec("requests"))',
  ]);
  if (found === undefined) return undefined;
  if (found.trim() !== 'None') return output(t, 'python3', ['-c', script, ...args]);
  t.skip('requests is not installed here');
  return undefined;
}
