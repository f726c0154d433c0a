import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

const SHARED: readonly string[] = [
  'runtime.ts',
  'version.ts',
  // The types of the library, which import nothing.
  '../types/index.ts',
];

/** What each folder may import from, besides itself and the shared files of `src/`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  http: [],
  httpbin: ['http'],
  authorizations: ['http'],
  storage: ['authorizations/store.ts', 'authorizations/store'],
  control: ['http', 'authorizations', 'config', 'seed'],
  docs: ['http'],
  ops: ['http'],
  config: ['http', 'server.ts', 'authorizations/eras/era.ts'],
};

describe('the imports between folders', () => {
  for (const [part, allowed] of Object.entries(ALLOWED)) {
    it(`${part} imports nothing but ${['itself', ...allowed].join(', ')}`, () => {
      const strays = files
        .filter((file) => file.startsWith(`src/${part}/`))
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !SHARED.includes(target))
        .filter(
          ({ target }) =>
            ![part, ...allowed].some((place) => target === place || target.startsWith(`${place}/`)),
        )
        .map(({ file, target }) => `${file} imports src/${target}`);
      assert.deepEqual(strays, []);
    });
  }

  it('no file imports node:http except for its types, because that loads modules that no server needs', () => {
    const strays = files.filter((file) =>
      /import (?!type )[^;]*from 'node:http';/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    assert.deepEqual(strays, []);
  });

  it('every file of src is reached from the command or the library', () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of importsOf(file)) visit(`src/${target}`);
    };
    visit('src/cli.ts');
    visit('src/index.ts');
    // The entries of the scripts for browsers.
    for (const entry of files.filter((file) => file.endsWith('/browser/index.ts'))) visit(entry);
    assert.deepEqual(
      files.filter((file) => !reached.has(file)),
      [],
    );
  });
});

/** The files of `src/` that a file imports, as paths below `src/`. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)].map(([, target = '']) =>
    path.relative(path.join(root, 'src'), path.resolve(root, path.dirname(file), target)),
  );
}
