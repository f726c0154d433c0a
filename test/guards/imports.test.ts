import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

const FOR_EVERYBODY: readonly string[] = [
  'runtime.ts',
  'version.ts',
  'nearest.ts',
  'later.ts',
  'moment.ts',
  'password.ts',
  // The types of the library, which import nothing.
  '../types/index.ts',
];

/** What each part of the house may import from, besides itself and what stands in `src/` for everybody. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  http: [],
  httpbin: ['http'],
  authorizations: ['http'],
  storage: ['authorizations/store.ts', 'authorizations/store'],
  control: ['http', 'authorizations', 'config', 'seed', 'seed.ts', 'schedule.ts'],
  docs: ['http'],
  ops: ['http'],
  config: ['server.ts', 'authorizations/eras/era.ts', 'http/duration.ts', 'http/trim.ts'],
};

describe('the imports between the parts of the house', () => {
  for (const [part, allowed] of Object.entries(ALLOWED)) {
    it(`${part} imports nothing but ${['itself', ...allowed].join(', ')}`, () => {
      const strays = files
        .filter((file) => file.startsWith(`src/${part}/`))
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !FOR_EVERYBODY.includes(target))
        .filter(
          ({ target }) =>
            ![part, ...allowed].some((place) => target === place || target.startsWith(`${place}/`)),
        )
        .map(({ file, target }) => `${file} imports src/${target}`);
      assert.deepEqual(strays, []);
    });
  }

  it('nobody imports node:http but for its types: that would load what no server needs', () => {
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
