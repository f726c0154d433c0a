import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { launcher, temporaryFolder } from './command.ts';

export interface Installation {
  readonly home: string;
  /** The launcher. */
  readonly file: string;
}

/** A program in place of the server, which prints its arguments. */
const PROGRAM = `export async function main(words) {
  process.on('SIGTERM', () => process.exit(5));
  console.log(JSON.stringify([process.version, ...words]));
  process.exitCode = 3;
  if (!words.includes('wait')) return;
  console.log('process ' + process.pid);
  setInterval(() => {}, 1000);
}`;

/** The launcher as installed: beside a bundle. */
export async function install(t: TestContext): Promise<Installation> {
  const home = await temporaryFolder(t);
  await copyLauncher(home);
  await mkdir(path.join(home, 'dist'));
  await writeFile(path.join(home, 'dist/cli.js'), PROGRAM);
  return { home, file: path.join(home, 'bin/sparring.cjs') };
}

/** The launcher in a clone of the repository with its dependencies, one of which is the Node of this repository. */
export async function installClone(t: TestContext): Promise<Installation & { readonly node: string }> {
  const home = await temporaryFolder(t);
  await copyLauncher(home);
  await mkdir(path.join(home, 'src/cli'), { recursive: true });
  await writeFile(path.join(home, 'src/cli/main.ts'), PROGRAM.replace('(words)', '(words: string[])'));
  await mkdir(path.join(home, 'node_modules/commander'), { recursive: true });
  const node = path.join(home, 'node_modules/node/bin/node');
  await mkdir(path.dirname(node), { recursive: true });
  await symlink(path.join(import.meta.dirname, '../../../node_modules/node/bin/node'), node);
  return { home, file: path.join(home, 'bin/sparring.cjs'), node };
}

async function copyLauncher(home: string): Promise<void> {
  await cp(path.dirname(launcher), path.join(home, 'bin'), { recursive: true });
  await writeFile(path.join(home, 'package.json'), '{"type":"module","version":"1.2.3"}');
}

/** Arguments that make this Node report another version, perhaps on another platform. Child processes do not inherit it. */
export async function pretend(
  home: string,
  version: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string[]> {
  const file = path.join(home, 'pretend.cjs');
  const values = Object.entries({ version, platform });
  await writeFile(
    file,
    values
      .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`)
      .join(''),
  );
  return ['--require', file];
}

/** Flags that switch type stripping on, as in Node 22.18 and later, and off, as in earlier versions. */
export const WITH_TYPES = '--experimental-strip-types';
export const WITHOUT_TYPES = '--no-experimental-strip-types';
