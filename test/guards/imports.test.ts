import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { resolveImport } from '../../tools/test/sources.ts';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|d)\.ts$/.test(file));

const SHARED: readonly string[] = [
  'runtime.ts',
  'concurrency.ts',
  'cluster/shared-state.ts',
  'cluster/node.ts',
  'version.ts',
  // The types of the library, which import nothing.
  '../types/index.ts',
];

/** The folders and files that each folder of `src` may import, besides itself and `SHARED`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  http: [],
  responses: ['http', 'config/settings/settings.ts', 'config/settings/lab-names.ts'],
  'services/testing': [
    'http',
    'config/settings/settings.ts',
    'responses',
    'labs',
    'snippets',
    'store/errors.ts',
  ],
  'services/api': ['http', 'authorizations', 'rules', 'store'],
  'services/accounts': ['http', 'authorizations', 'config/settings/settings.ts', 'rules', 'store'],
  authorizations: [
    'http',
    'config/settings/settings.ts',
    'config/settings/release-names.ts',
    'rules',
    'store',
  ],
  rules: [
    'http',
    'config/values/duration.ts',
    'config/settings/unmatched-modes.ts',
    'config/values/value-types.ts',
    'matching',
    'responses',
    'store/errors.ts',
  ],
  store: [],
  storage: ['store'],
  operations: [
    'http',
    'authorizations',
    'config',
    'seed',
    'store',
    'journal',
    'labs',
    'matching',
    'responses',
    'rules',
    'cluster/shared-clock.ts',
    'protocol.ts',
  ],
  'services/control': [
    'http',
    'authorizations',
    'config',
    'operations',
    'journal',
    'labs',
    'matching',
    'responses',
    'rules',
    'seed',
    'snippets',
    'store',
  ],
  library: [
    'http',
    'authorizations',
    'config',
    'operations',
    'journal',
    'labs',
    'matching',
    'rules',
    'seed',
    'store',
    'services/control',
  ],
  conformance: ['http', 'config/settings/settings.ts', 'config/usage-error.ts', 'responses'],
  // A text of a request can be an argument of a command.
  matching: ['http', 'config/usage-error.ts'],
  journal: ['http', 'matching', 'snippets', 'cluster/stamps.ts', 'store/errors.ts'],
  snippets: ['http'],
  labs: [
    'http',
    'journal',
    'matching',
    'responses',
    'config/settings/settings.ts',
    'config/settings/lab-names.ts',
  ],
  cluster: [
    'http',
    'store/errors.ts',
    'storage/failure-kinds.ts',
    'storage/postgres/client.ts',
    'storage/store-options.ts',
  ],
  'services/docs': ['http', 'snippets'],
  ops: ['http'],
  fixtures: [
    'index.ts',
    'config/node-version.ts',
    'config/usage-error.ts',
    'config/user-frames.ts',
    'config/values/value-types.ts',
    'http/message/input-error.ts',
    'http/syntax',
    // What a server in another process does not do for a test: the accessors of messages, and stubs.
    'journal/recording/record.ts',
    'journal/views/entry-schema.ts',
    'library',
    'matching/code.ts',
    'protocol.ts',
    '../types/matchers.d.ts',
    '../types/test-server.d.ts',
    '../types/jest.d.ts',
    '../types/node-test.d.ts',
    '../types/playwright.d.ts',
    '../types/vitest.d.ts',
    '../types/vitest-global-setup.d.ts',
  ],
  config: ['http'],
};

/** Folders whose folders import each other in one direction. */
const LAYERED = ['src', 'src/conformance', 'src/journal', 'src/labs', 'src/responses'];

describe('the imports of src', () => {
  for (const [part, allowed] of Object.entries(ALLOWED)) {
    it(`${part} imports only ${['itself', ...allowed].join(', ')}`, () => {
      const rejected = files
        .filter((file) => file.startsWith(`src/${part}/`))
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !SHARED.includes(target))
        .filter(
          ({ target }) =>
            ![part, ...allowed].some((place) => target === place || target.startsWith(`${place}/`)),
        )
        .map(({ file, target }) => `${file} imports src/${target}`);
      assert.deepEqual(rejected, []);
      assert.ok(
        files.some((file) => file.startsWith(`src/${part}/`)),
        `src/${part} has no files`,
      );
    });
  }

  it('no file imports values of node:http, which loads its client', () => {
    const rejected = files.filter((file) =>
      /import (?!type )[^;]*from 'node:http';/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    assert.deepEqual(rejected, []);
  });

  it('the command or the library reaches every file', () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of importsOf(file)) visit(`src/${target}`);
    };
    visit('src/cli.ts');
    visit('src/index.ts');
    for (const runner of ['jest', 'node-test', 'playwright', 'vitest', 'vitest-global-setup'])
      visit(`src/fixtures/${runner}.ts`);
    // The entries of the scripts for browsers.
    for (const entry of files.filter((file) => file.endsWith('/browser/index.ts'))) visit(entry);
    assert.deepEqual(
      files.filter((file) => !reached.has(file)),
      [],
    );
  });

  it('form no cycle, type imports included', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file).map((target) => `src/${target}`)]));
    assert.deepEqual(cyclesOf(graph), []);
  });

  for (const folder of LAYERED) {
    it(`form no cycle of the folders of ${folder}`, () => {
      assert.deepEqual(cyclesOf(folderGraph(folder)), []);
    });
  }
});

/** The imports between the folders of a folder. Its own files count as one folder, `.`; those of `src` do not count. */
function folderGraph(folder: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const nameOf = (file: string) => {
    const [first = '', ...rest] = path.relative(folder, file).split('/');
    return rest.length > 0 ? first : '.';
  };
  for (const file of files.filter((each) => each.startsWith(`${folder}/`))) {
    const from = nameOf(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const target of importsOf(file).map((each) => `src/${each}`)) {
      if (target.startsWith(`${folder}/`) && nameOf(target) !== from) targets.add(nameOf(target));
    }
  }
  if (folder === 'src') graph.delete('.');
  return graph;
}

/** The files of `src/` that a file imports, as paths below `src/`. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+\.ts)'/g)].map(([, target = '']) =>
    path.relative(path.join(root, 'src'), resolveImport(path.join(root, file), target)),
  );
}

/** The strongly connected components of more than one file (Tarjan, 1972). */
function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string) => {
    const index = indices.size;
    indices.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!indices.has(target)) visit(target);
      if (stack.includes(target))
        lowest.set(file, Math.min(lowest.get(file) ?? index, lowest.get(target) ?? index));
    }
    if (lowest.get(file) !== index) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const file of graph.keys()) if (!indices.has(file)) visit(file);
  return cycles;
}
