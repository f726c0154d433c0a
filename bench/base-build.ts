import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');

/** Builds the bundle of a commit in a temporary folder, which is removed after the action. */
export async function withBuildOf<Result>(
  commit: string,
  action: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-base-'));
  try {
    await run('git', ['worktree', 'add', '--detach', '--force', folder, commit], { cwd: root });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await run(process.execPath, ['tools/build.ts'], { cwd: folder });
    return await action(folder);
  } finally {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root }).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}
