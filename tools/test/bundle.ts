import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './files.ts';

const FOLDER = path.join(projectRoot, 'node_modules/.cache/sparring-command');

/**
 * Builds the bundle, and returns a launcher beside it, as in the installed package. A command starts from the bundle in a
 * third of the processor time that it needs from the source, and a run of all tests starts several hundred.
 */
export function prepareLauncher(): string {
  execFileSync(process.execPath, [path.join(projectRoot, 'tools/build.ts'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  // A copy, because tests of the package build the bundle again.
  const schemas = globSync('docs/reference/*.schema.json', { cwd: projectRoot });
  for (const name of ['bin', 'dist', 'package.json', ...schemas])
    cpSync(path.join(projectRoot, name), path.join(FOLDER, name), { recursive: true });
  return path.join(FOLDER, 'bin/sparring.cjs');
}
