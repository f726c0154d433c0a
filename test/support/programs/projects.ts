import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** The copy of the lock file that `npm test` writes to `node_modules` after an installation. */
export const INSTALLED = '.installed-lock.json';

/** A folder of `test` with packages of npm that only tests use. `npm test` installs it before the tests that name it. */
export interface TestProject {
  /** An absolute path. */
  readonly folder: string;
  /** The absolute path of its `node_modules`. */
  readonly modules: string;
  /** False if it is installed, otherwise the reason of a skipped test. */
  readonly skip: false | string;
}

/** @param name the path of the folder from the root, such as `test/consumers`; as a literal, because `npm test` looks for it. */
export function testProject(name: string): TestProject {
  const folder = path.join(root, name);
  const modules = path.join(folder, 'node_modules');
  const isInstalled = existsSync(path.join(modules, INSTALLED));
  return { folder, modules, skip: isInstalled ? false : `npm ci --prefix ${name} did not succeed` };
}
