import { execFile } from 'node:child_process';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from './command.ts';

const run = promisify(execFile);

/**
 * A folder on a file system of its own with so many bytes, such as `64k`. Where none can be mounted, the test is skipped,
 * and the result is undefined.
 */
export async function openSmallDisk(t: TestContext, size: string): Promise<string | undefined> {
  const folder = await temporaryFolder(t);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  } catch {
    t.skip('a file system cannot be mounted here');
    return undefined;
  }
  // A database server may still have files open.
  t.after(() => run('umount', ['--lazy', folder]));
  return folder;
}
