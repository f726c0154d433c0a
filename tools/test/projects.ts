import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { INSTALLED } from '../../test/support/programs/projects.ts';
import { projectRoot } from './files.ts';
import { readSources } from './sources.ts';

/** Milliseconds for one folder: without a network, npm tries for several minutes. */
const INSTALL_TIMEOUT_MS = 180_000;

/** Number of folders that are installed at the same time. */
const PARALLEL = 4;

const NAME = /\btestProject\('([^']+)'\)/g;

/** The folders that `testProject` of `test/support/programs/projects.ts` names in the files and their imports, from the root. */
export function findProjects(files: readonly string[]): string[] {
  const names = new Set<string>();
  for (const { text } of readSources(files).values())
    for (const [, name = ''] of text.matchAll(NAME)) names.add(name);
  return [...names].sort();
}

/**
 * Installs the folders whose lock file is not that of their last installation. A failure is printed, and the tests that
 * need the folder are skipped.
 */
export async function installProjects(
  names: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const stale = names.filter((name) => isSupported(name) && !isInstalled(name));
  if (stale.length === 0) return;
  print(`Installing the npm packages of the tests (once): ${stale.join(', ')} ...\n`);
  const waiting = [...stale];
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await install(name, print);
    }),
  );
}

async function install(name: string, print: (text: string) => void): Promise<void> {
  const { ok, output } = await runNpm(['ci', '--prefix', name]);
  if (ok) writeFileSync(stampPath(name), readLock(name));
  else print(`npm ci --prefix ${name} failed; its tests are skipped.\n${output}`);
}

/** Runs npm without the scripts of packages. */
function runNpm(args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', [...args, ...quiet], {
    cwd: projectRoot,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_TIMEOUT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Whether the `os` and `cpu` of its package.json include this machine. npm checks those of dependencies only. */
function isSupported(name: string): boolean {
  const { os, cpu }: { os?: string[]; cpu?: string[] } = JSON.parse(
    readFileSync(path.join(projectRoot, name, 'package.json'), 'utf8'),
  );
  return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}

function isInstalled(name: string): boolean {
  return existsSync(stampPath(name)) && readFileSync(stampPath(name), 'utf8') === readLock(name);
}

const stampPath = (name: string) => path.join(projectRoot, name, 'node_modules', INSTALLED);
const readLock = (name: string) => readFileSync(path.join(projectRoot, name, 'package-lock.json'), 'utf8');
