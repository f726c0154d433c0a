import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'rolldown';
import { loadGuides } from '#docs/guides/load-guides.ts';
import { loadResponses } from '#docs/pages/examples/load-responses.ts';
import { browserScriptFolders, bundleBrowserScript } from '#pages/browser-script.ts';
import { buildFixtures } from './build-fixtures.ts';
import { moduleFilter } from './module-filter.ts';
import { notices } from './notices.ts';
import { packageList } from './package-list.ts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.built');
/** What the package contains besides its source. */
const DOCUMENTS = ['types/*.ts', 'docs/guide/**/*.md', 'docs/reference/{*.md,example-responses.json}'];

/**
 * Bundles the command and the library with their dependencies, so that the published package has nothing to install and
 * loads in milliseconds. With `--if-stale`, only if a source file is newer than the last build.
 */
if (process.argv.includes('--if-stale') && (await isFresh())) process.exit(0);
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

/** The functions that read a compressed text of the package. ES modules and CommonJS modules read the same files. */
const READ_TEXT = `import { readFile } from 'node:fs/promises';
  import { brotliDecompressSync } from 'node:zlib';
  const folder = import.meta.url.replace(/(?:\\/cjs)?(?:\\/chunks)?\\/[^/]*$/, '');
  const readCompressed = (name) => readFile(new URL(\`\${folder}/\${name}.br\`));
  const readText = async (name) => brotliDecompressSync(await readCompressed(name)).toString();`;
// `pg` is not bundled: it is an optional peer dependency for PostgreSQL.
const external = [/^node:/, /^pg(-native|-cloudflare)?$/];
/**
 * Names of functions in stack traces would be a twentieth of the package. Those of classes stay: Node prints that of an
 * uncaught error.
 */
const MINIFY = {
  compress: { keepNames: { function: false, class: true } },
  mangle: { keepNames: { function: false, class: true } },
  codegen: true,
};
/** Old versions of Node can load these modules, for the error about the version. */
const ERRORS = {
  name: 'errors',
  test: moduleFilter(
    'src/config/usage-error.ts',
    'src/config/hidden-members.ts',
    'src/config/user-frames.ts',
    'src/library/journal/journal-timeout.ts',
    'src/library/sequence-timeout.ts',
    'src/library/checks/verification-error.ts',
  ),
  priority: 2,
};
/** The modules of pages that no start of a server loads, and the libraries that render them. */
const PAGES = {
  name: 'pages',
  test: /[\\/](?:pages|testing[\\/]builder|node_modules[\\/](?:preact|preact-render-to-string|htm))[\\/]/,
};
const browserModules: string[] = [];
const shared = {
  cwd: root,
  platform: 'node' as const,
  external,
  // Unused code of ES modules is removed.
  resolve: { mainFields: ['module', 'main'] },
  logLevel: 'warn' as const,
  plugins: [await browserScripts(), await guides(), await responses()],
};
/** The thread of long statements on SQLite. */
const worker = { 'sqlite-worker': 'src/database/sqlite/worker.ts' };
const inCommand = await staticModules('src/cli/main.ts');
const inLibrary = await staticModules('src/library/library.ts');
const bundle = await build({
  ...shared,
  plugins: [...shared.plugins, workerUrl('.js')],
  input: { cli: 'src/cli/main.ts', index: 'src/library/index.ts', ...worker },
  output: {
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Few files load faster than many, but the compilation of one of a megabyte keeps several megabytes of memory.
    // `libraries` and `server` have what every start of a server loads, and `shared` the part of it that the command
    // loads also for --help.
    codeSplitting: {
      groups: [
        ERRORS,
        { name: 'shared', test: (id) => inLibrary.has(id) && inCommand.has(id), priority: 1 },
        { name: 'libraries', test: (id) => inLibrary.has(id) && id.includes('node_modules') },
        { name: 'server', test: (id) => inLibrary.has(id) },
        // Endpoints import the modules of their pages when they are called.
        PAGES,
      ],
    },
    minify: MINIFY,
  },
});
await build({
  ...shared,
  plugins: [...shared.plugins, workerUrl('.cjs')],
  input: { index: 'src/library/index.ts', ...worker },
  output: {
    dir: path.join(dist, 'cjs'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: { groups: [ERRORS, { name: 'library', test: (id) => inLibrary.has(id) }, PAGES] },
    // Jest has no import expressions in CommonJS.
    dynamicImportInCjs: false,
    minify: MINIFY,
  },
});
// TypeScript reads the types of an ES module and of a CommonJS module from files of their own.
const types = await libraryTypes();
for (const file of ['index.d.ts', 'cjs/index.d.cts']) await writeFile(path.join(dist, file), types);
await buildFixtures(dist);
const moduleIds = [
  ...browserModules,
  ...bundle.output.flatMap((file) => ('moduleIds' in file ? file.moduleIds : [])),
];
await writeFile(path.join(dist, 'THIRD_PARTY_NOTICES.txt'), await notices(moduleIds));
const packages = await packageList(root, moduleIds, new Date());
await writeFile(path.join(dist, 'sparring.spdx.json'), `${JSON.stringify(packages)}\n`);
await writeFile(stamp, '');

/** The types of the library in one file, which imports nothing. */
async function libraryTypes(): Promise<string> {
  const [index, data] = await Promise.all(
    ['index.ts', 'data.ts'].map((file) => readFile(path.join(root, 'types', file), 'utf8')),
  );
  return `${index?.replaceAll(/^(?:import|export) type [^;]* from '\.\/data\.ts';\n/gm, '')}\n${data}`;
}

/** The modules that an entry imports statically, directly or indirectly. */
async function staticModules(entry: string): Promise<ReadonlySet<string>> {
  const { output } = await build({ ...shared, logLevel: 'silent', input: entry, write: false });
  const [chunk] = output;
  const files = new Map(output.map((file) => [file.fileName, file]));
  const found = new Set<string>();
  const visit = (fileName: string) => {
    const file = files.get(fileName);
    if (file?.type !== 'chunk' || !files.delete(fileName)) return;
    for (const id of file.moduleIds) found.add(id);
    for (const imported of file.imports) visit(imported);
  };
  visit(chunk.fileName);
  return found;
}

/** Writes the browser scripts, and replaces the module that bundles them from source by one that reads these files. */
async function browserScripts(): Promise<Plugin> {
  for (const folder of browserScriptFolders()) {
    const { code, moduleIds } = await bundleBrowserScript(folder);
    browserModules.push(...moduleIds);
    await writeText(`browser/${folder}.js`, code);
  }
  return {
    name: 'browser-scripts',
    load: {
      filter: { id: moduleFilter('src/pages/browser-script.ts') },
      handler: () => `${READ_TEXT}
        export async function loadBrowserScript(name) {
          const brotli = await readCompressed(\`browser/\${name}.js\`);
          return { text: brotliDecompressSync(brotli).toString(), brotli };
        }`,
    },
  };
}

/** Writes the guides, and replaces the module that renders them from Markdown by one that reads this file. */
async function guides(): Promise<Plugin> {
  return dataModule('guides', 'src/docs/guides/load-guides.ts', 'loadGuides', await loadGuides());
}

/** Writes the recorded responses to the examples, and replaces the module that reads them by one that reads this file. */
async function responses(): Promise<Plugin> {
  const module = 'src/docs/pages/examples/load-responses.ts';
  return dataModule('responses', module, 'loadResponses', await loadResponses());
}

/** Writes a value, and replaces a module by one whose function reads it. */
async function dataModule(name: string, module: string, exported: string, value: unknown): Promise<Plugin> {
  await writeText(`${name}.json`, JSON.stringify(value));
  return {
    name,
    load: {
      filter: { id: moduleFilter(module) },
      handler: () => `${READ_TEXT}
        export async function ${exported}() { return JSON.parse(await readText('${name}.json')); }`,
    },
  };
}

/** Writes a compressed text to the package. */
async function writeText(name: string, text: string): Promise<void> {
  const file = path.join(dist, `${name}.br`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, brotliCompressSync(text));
}

/** Replaces the module with the location of the worker thread. A module of the bundle is in its folder, or in `chunks`. */
function workerUrl(extension: string): Plugin {
  return {
    name: 'worker-url',
    load: {
      filter: { id: moduleFilter('src/database/sqlite/worker-url.ts') },
      handler: () => `const folder = /\\/chunks\\/[^/]*$/.test(import.meta.url) ? '..' : '.';
        export const workerUrl = new URL(\`\${folder}/sqlite-worker${extension}\`, import.meta.url);`,
    },
  };
}

async function isFresh(): Promise<boolean> {
  const built = await stat(stamp).then(
    (found) => found.mtimeMs,
    () => 0,
  );
  const inputs = ['package-lock.json', 'package.json', 'tools/build.ts', 'tools/build-fixtures.ts'].map(
    (file) => path.join(root, file),
  );
  for (const file of globSync(DOCUMENTS, { cwd: root })) inputs.push(path.join(root, file));
  for (const folder of ['src', 'conformance/src'])
    for (const entry of await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }))
      inputs.push(path.join(entry.parentPath, entry.name));
  const changed = await Promise.all(inputs.map(async (file) => (await stat(file)).mtimeMs));
  return changed.every((time) => time <= built);
}
