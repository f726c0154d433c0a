import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { launcher, temporaryFolder } from './command.ts';

/** The launcher as installed: beside a bundle, here one that prints its arguments. */
export async function install(t: TestContext): Promise<{ home: string; file: string }> {
  const home = await temporaryFolder(t);
  const file = path.join(home, 'bin', 'sparring.cjs');
  await mkdir(path.join(home, 'bin'));
  await mkdir(path.join(home, 'dist'));
  await cp(path.dirname(launcher), path.dirname(file), { recursive: true });
  await writeFile(path.join(home, 'package.json'), '{"type":"module","devDependencies":{"node":"26.10.0"}}');
  await writeFile(
    path.join(home, 'dist', 'cli.js'),
    `export async function main(words) {
       process.on('SIGTERM', () => process.exit(5));
       console.log(JSON.stringify([process.version, ...words]));
       process.exitCode = 3;
       if (!words.includes('wait')) return;
       console.log('process ' + process.pid);
       setInterval(() => {}, 1000);
     }`,
  );
  return { home, file };
}

/** Makes this Node report an old version, perhaps on another platform. Child processes do not inherit it. */
export async function pretend(home: string, version: string, platform?: NodeJS.Platform): Promise<string[]> {
  const file = path.join(home, 'pretend.cjs');
  const values = Object.entries({ version, platform: platform ?? process.platform });
  await writeFile(
    file,
    values
      .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`)
      .join(''),
  );
  return ['--require', file];
}

/** An npx that runs a shell script; the only program of PATH, because the machine may have another Node. */
export async function fakeNpx(home: string, script: string): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(home, 'npx');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'npx'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: folder };
}

/** An npx that prints the path of this Node. */
export function npx(home: string, response = process.execPath): Promise<Readonly<Record<string, string>>> {
  return fakeNpx(home, `echo "$@" >'${path.join(home, 'asked')}'\necho '${response}'`);
}
