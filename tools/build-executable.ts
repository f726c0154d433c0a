import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'rolldown';
import { loadGuides } from '#docs/guides/load-guides.ts';
import { loadResponses } from '#docs/pages/examples/load-responses.ts';
import { browserScriptFolders, bundleBrowserScript } from '#pages/browser-script.ts';
import { foldersModule, nodeAdaptersModule } from './executable/executable-adapters.ts';
import { moduleFilter } from './module-filter.ts';
import { notices } from './notices.ts';

const root = path.join(import.meta.dirname, '..');
const adapters = path.join(root, 'conformance/adapters');

/**
 * Builds an executable for the platform of this Node, with Node, the command and its libraries: PostgreSQL needs no further
 * package. A module that would read a file of the package is replaced by one that contains the file.
 *
 * Usage: npm run build:executable [-- --folder build]
 */
const { values } = parseArgs({ options: { folder: { type: 'string', default: 'build' } } });
const folder = path.resolve(root, values.folder);
const output = path.join(folder, process.platform === 'win32' ? 'sparring.exe' : 'sparring');
await mkdir(folder, { recursive: true });
// A running executable cannot be written to.
await rm(output, { force: true });

const browserModules: string[] = [];
const { code, modules } = await bundle('tools/executable/executable-entry.mjs', [
  replacement('src/database/sqlite/worker-url.ts', await sqliteWorker()),
  replacement('src/pages/browser-script.ts', await browserScripts()),
  replacement(
    'src/docs/guides/load-guides.ts',
    `export async function loadGuides() { return ${JSON.stringify(await loadGuides())}; }`,
  ),
  replacement(
    'src/docs/pages/examples/load-responses.ts',
    `export async function loadResponses() { return ${JSON.stringify(await loadResponses())}; }`,
  ),
  replacement(
    'src/cli/run/watchdog-command.ts',
    "export function buildWatchdogArguments(pid) { return ['--watchdog', String(pid)]; }",
  ),
  replacement('conformance/src/adapter/adapters-folder.ts', foldersModule(adapters)),
  {
    name: 'adapters of Node',
    load: { filter: { id: /executable-node-adapters\.mjs$/ }, handler: () => nodeAdaptersModule(adapters) },
  },
]);
const main = path.join(folder, 'main.mjs');
await writeFile(main, code);
const config = path.join(folder, 'sea.json');
const executable = stripNode(path.join(folder, 'node-stripped'));
await writeFile(
  config,
  JSON.stringify({ main, mainFormat: 'module', executable, output, disableExperimentalSEAWarning: true }),
);
execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
// macOS starts only signed programs.
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', '--force', output]);
await writeFile(path.join(folder, 'THIRD_PARTY_NOTICES.txt'), await notices([...browserModules, ...modules]));
for (const file of [main, config]) await rm(file);
if (executable !== process.execPath) await rm(executable);
console.log(output);

/** Copies Node without its debugging symbols, a fifth of its size. Without `strip`, the executable has them. */
function stripNode(copy: string): string {
  if (process.platform !== 'linux') return process.execPath;
  try {
    execFileSync('strip', ['-o', copy, process.execPath], { stdio: ['ignore', 'ignore', 'inherit'] });
    return copy;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return process.execPath;
    throw error;
  }
}

/** Bundles a module and everything that it imports to one text. */
async function bundle(input: string, plugins: Plugin[]): Promise<{ code: string; modules: string[] }> {
  const { output: chunks } = await build({
    cwd: root,
    input,
    plugins,
    platform: 'node',
    external: [/^node:/, /^pg-(native|cloudflare)$/],
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
    write: false,
    output: { format: 'esm', codeSplitting: false, minify: true },
  });
  return { code: chunks[0].code, modules: chunks[0].moduleIds };
}

/** Replaces a module of the project. */
function replacement(name: string, code: string): Plugin {
  return { name, load: { filter: { id: moduleFilter(name) }, handler: () => code } };
}

/** The worker thread as a `data:` URL, which needs no file. */
async function sqliteWorker(): Promise<string> {
  const { code } = await bundle('src/database/sqlite/worker.ts', []);
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return `export const workerUrl = new URL(${JSON.stringify(url)});`;
}

async function browserScripts(): Promise<string> {
  const texts = await Promise.all(
    browserScriptFolders().map(async (name) => {
      const { code, moduleIds } = await bundleBrowserScript(name);
      browserModules.push(...moduleIds);
      return [name, code] as const;
    }),
  );
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
    export async function loadBrowserScript(name) { return { text: texts[name] }; }`;
}
