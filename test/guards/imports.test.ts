import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { resolveImport } from '../../tools/test/sources.ts';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('{src,conformance/src}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(test|d)\.ts$/.test(file),
);

/** The files by which the package of the conformance suite imports the server. */
const SUITE = '../conformance/src';
const SUITE_PORTS = ['server.ts', 'page.ts'].map((file) => `${SUITE}/${file}`);
/** The files by which the command and the library import the package. */
const SUITE_DOORS = ['index.ts', 'help.ts'].map((file) => `${SUITE}/suite/${file}`);

const SHARED: readonly string[] = [
  'runtime.ts',
  'concurrency.ts',
  'version.ts',
  'protocol.ts',
  // The types of the library, which import nothing.
  '../types/index.ts',
];

/** The names of the cookies that nothing but the account pages may show or set. The file imports `http` only. */
const ACCOUNT_COOKIES = 'accounts/domain/request/account-cookies.ts';

/** The wings and files that each wing may import, besides itself and `SHARED`, from the lowest to the highest. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  http: ['wire'],
  bins: ['wire/bytes.ts', 'http'],
  config: ['http', 'bins'],
  pages: ['http'],
  ops: ['http'],
  database: [],
  shared: ['http', 'database'],
  journal: ['wire', 'http', 'bins', 'config/usage-error.ts', 'database', 'shared', ACCOUNT_COOKIES],
  testing: [
    'wire',
    'http',
    'bins',
    'pages',
    'config/settings',
    'database/errors.ts',
    'journal',
    'shared',
    ACCOUNT_COOKIES,
  ],
  rules: [
    'http',
    'bins',
    'config',
    'database/errors.ts',
    'journal',
    'shared',
    'testing/responses',
    ACCOUNT_COOKIES,
  ],
  accounts: ['wire/bytes.ts', 'http', 'pages', 'config/settings', 'database', 'shared'],
  docs: ['http', 'pages', 'journal/snippets'],
  [SUITE]: [
    'http',
    'wire',
    'pages',
    'config/settings/settings.ts',
    'config/usage-error.ts',
    'testing/responses',
  ],
  control: [
    'http',
    'bins',
    'pages',
    'config',
    'database/errors.ts',
    'shared',
    'journal',
    'testing',
    'rules',
    'accounts',
  ],
  fixtures: [
    'config/node-version.ts',
    'config/usage-error.ts',
    'config/user-frames.ts',
    'config/values/value-types.ts',
    'http/syntax',
    // What a server in another process does not do for a test: the accessors of messages, and stubs.
    'journal/recording/record.ts',
    'journal/views/entry-schema.ts',
    'journal/matching/code.ts',
    'library',
    '../types/matchers.d.ts',
    '../types/test-server.d.ts',
    '../types/jest.d.ts',
    '../types/node-test.d.ts',
    '../types/playwright.d.ts',
    '../types/vitest.d.ts',
    '../types/vitest-global-setup.d.ts',
  ],
};

/** The folders that have folders, besides the wings of the source. */
const parents = [
  ...new Set(
    files.flatMap((file) => {
      const folders = path.dirname(path.dirname(file)).split('/');
      return folders.map((_, index) => folders.slice(0, index + 1).join('/'));
    }),
  ),
].filter((folder) => folder !== '.' && folder !== 'conformance');

describe('the imports of src', () => {
  for (const [part, allowed] of Object.entries(ALLOWED)) {
    it(`${part} imports only ${['itself', ...allowed].join(', ')}`, () => {
      const rejected = files
        .filter((file) => file.startsWith(`${path.posix.join('src', part)}/`))
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !SHARED.includes(target))
        .filter(
          ({ target }) =>
            ![part, ...allowed].some((place) => target === place || target.startsWith(`${place}/`)),
        )
        .map(({ file, target }) => `${file} imports ${path.posix.join('src', target)}`);
      assert.deepEqual(rejected, []);
      assert.ok(
        files.some((file) => file.startsWith(`${path.posix.join('src', part)}/`)),
        `src/${part} has no files`,
      );
    });
  }

  it('only server.ts and page.ts of the conformance suite import the server, and only the command and the library its door', () => {
    const rejected = files.flatMap((file) => {
      const from = path.relative(path.join(root, 'src'), path.join(root, file));
      const isSuite = from.startsWith(`${SUITE}/`);
      return importsOf(file)
        .filter((target) => target.startsWith(`${SUITE}/`) !== isSuite)
        .filter((target) =>
          isSuite
            ? !SUITE_PORTS.includes(from)
            : !(SUITE_DOORS.includes(target) && /^(?:cli|library)\//.test(from)),
        )
        .map((target) => `${file} imports ${path.posix.join('src', target)}`);
    });
    assert.deepEqual(rejected, []);
  });

  it('the help of the conformance suite, which each start of the command loads, loads no file of the server', () => {
    const loaded = new Set([`${SUITE}/suite/help.ts`]);
    for (const file of loaded)
      for (const target of importsOf(path.posix.join('src', file), LOADED)) loaded.add(target);
    assert.deepEqual(
      [...loaded].filter((file) => SUITE_PORTS.includes(file)),
      [],
    );
  });

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
      for (const target of importsOf(file)) visit(path.posix.join('src', target));
    };
    visit('src/cli/main.ts');
    visit('src/library/index.ts');
    for (const runner of ['jest', 'node-test', 'playwright', 'vitest', 'vitest-global-setup'])
      visit(`src/fixtures/${runner}.ts`);
    // The entries of the scripts for browsers.
    for (const entry of files.filter((file) => file.endsWith('/browser/index.ts'))) visit(entry);
    assert.deepEqual(
      files.filter((file) => !reached.has(file)),
      [],
    );
  });

  it('the machines of the wire import nothing but themselves and node:buffer: no sockets, no timers, no time', () => {
    const rejected = files
      // The port names the types of sockets.
      .filter((file) => /^src\/wire\/(?!driver\/|port\.ts)/.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(path.join(root, file), 'utf8').matchAll(
            /(?:^(?:import|export|\}).*? from |import\()'([^']+)'/gm,
          ),
        ]
          .map(([, target = '']) => target)
          .filter((target) => target !== 'node:buffer' && !target.startsWith('.'))
          .map((target) => `${file} imports ${target}`),
      );
    assert.deepEqual(rejected, []);
  });

  it('form no cycle, type imports included', () => {
    const graph = new Map(
      files.map((file) => [file, importsOf(file).map((target) => path.posix.join('src', target))]),
    );
    assert.deepEqual(cyclesOf(graph), []);
  });

  for (const folder of parents) {
    it(`form no cycle of the folders of ${folder}`, () => {
      assert.deepEqual(cyclesOf(folderGraph(folder)), []);
    });
  }
});

/** The imports between the folders of a folder. Its own files count as one folder, `.`. */
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
    for (const target of importsOf(file).map((each) => path.posix.join('src', each))) {
      if (target.startsWith(`${folder}/`) && nameOf(target) !== from) targets.add(nameOf(target));
    }
  }
  return graph;
}

const IMPORTED = /(?:from|import)\s*\(?\s*'([.#][^']+\.ts|@sparring\/[^']+)'/g;
/** Without imports of types alone, and dynamic imports. */
const LOADED = /^(?:import|export) (?!type\b)[^;']*from '([.#][^']+\.ts|@sparring\/[^']+)'/gm;

/** The files of the project that a file imports, as paths from `src`. */
function importsOf(file: string, pattern = IMPORTED): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(pattern)].map(([, target = '']) =>
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
