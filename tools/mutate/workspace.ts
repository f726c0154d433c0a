import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../test/files.ts';

/** A copy of the project that mutants are applied to. */
export interface Workspace {
  readonly root: string;
  /** For temporary files of the tests that run here. */
  readonly temporary: string;
  read(file: string): string;
  write(file: string, content: string): void;
  remove(): void;
}

/** Copies the files of the working tree that Git does not ignore. Packages are linked, caches are not shared. */
export function createWorkspace(): Workspace {
  const folder = mkdtempSync(path.join(tmpdir(), 'sparring-mutate-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const root = path.join(folder, 'project');
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  for (const file of listFiles()) cpSync(path.join(projectRoot, file), path.join(root, file));
  linkPackages('node_modules', root);
  return {
    root,
    temporary,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, content) => writeFileSync(path.join(root, file), content),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The files of the working tree that Git does not ignore. */
function listFiles(): string[] {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...options], {
      cwd: projectRoot,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    })
      .split('\0')
      .filter((file) => file !== '');
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file));
}

/** Links what a folder of packages has. A package of the project itself is the copy: the other one has the unchanged source. */
function linkPackages(folder: string, root: string): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of readdirSync(path.join(projectRoot, folder))) {
    const entry = path.join(folder, name);
    const real = realpathSync(path.join(projectRoot, entry));
    const relative = path.relative(projectRoot, real);
    const isOfProject = !relative.startsWith('..') && !relative.startsWith('node_modules');
    if (name.startsWith('@')) linkPackages(entry, root);
    else if (name !== '.cache')
      symlinkSync(isOfProject ? path.join(root, relative) : real, path.join(root, entry));
  }
}
