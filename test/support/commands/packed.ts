import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Files that import this module run in one process, one after the other, because `npm pack` builds the bundle. */
let packed: Promise<string> | undefined;

/** The file that `npm pack` makes, once in each process. */
export function packPackage(): Promise<string> {
  packed ??= pack();
  return packed;
}

/** Installs the packed package into a folder, as a user does, but without a network. */
export async function installPackage(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const words = ['install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  await run('npm', [...words, await packPackage()], { cwd: folder });
}

async function pack(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [file]: { filename: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  return path.join(folder, file?.filename ?? '');
}
