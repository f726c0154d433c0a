import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'conformance/README.md',
  ...globSync('docs/{guide,decisions,contributing}/*.md', { cwd: root }),
];

/**
 * A path from the root of the project, or from the folder of the page, with an optional pattern such as `src/http/*.ts`. The path of a URL begins with a
 * slash, such as `/bin/KEY`.
 */
const PATH =
  /(?<!(?<!\.)\/)\b(?:conformance\/(?:src|test|adapters|results)|src|test|tools|bench|bin|types)\/[\w./*-]*\w/g;

/** Files that an example creates. */
const EXAMPLES: ReadonlySet<string> = new Set([
  'src/testing/endpoints/teapot.ts',
  'src/testing/endpoints/teapot.test.ts',
  'src/control/operations/server/uptime.ts',
  'src/control/operations/server/uptime.test.ts',
  'src/testing/labs/count/lab.ts',
  'src/testing/labs/count/lab.test.ts',
]);

describe('the files that a page names', () => {
  for (const page of pages) {
    const text = readFileSync(path.join(root, page), 'utf8');
    it(`${page} names files and folders that exist`, () => {
      const paths = [...withoutLinks(text).matchAll(PATH)].map(([found]) => found);
      assert.deepEqual(
        [...new Set(paths)].filter(
          (name) =>
            !EXAMPLES.has(name) && !exists(name) && !exists(path.posix.join(path.posix.dirname(page), name)),
        ),
        [],
      );
    });
  }
});

it('the table of the wings names folders that exist', () => {
  const text = readFileSync(path.join(root, 'docs/guide/architecture.md'), 'utf8');
  const table = /\n\| Wing \|[\s\S]*?\n\n/.exec(text)?.[0] ?? '';
  const folders = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].flatMap(([, wing, names = '']) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => `src/${wing}/${name}`),
  );
  assert.ok(folders.length > 30);
  assert.deepEqual(
    folders.filter((folder) => !exists(folder)),
    [],
  );
});

it('nothing that is committed names a package registry', () => {
  const files = globSync(
    '{*.*,.npmrc,bin/*,src/**/*,conformance/{*,src/**/*,test/**/*,results/*},docs/**/*,tools/*,test/**/*,.ci/*,.github/**/*,deploy/**/*}',
    {
      cwd: root,
      withFileTypes: true,
      exclude: (entry) => entry.name === 'node_modules',
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pattern = new RegExp(['registry', 'npmjs'].join('\\.'));
  assert.deepEqual(
    files.filter((file) => pattern.test(readIfPresent(file))),
    [],
  );
});

/** Tests that run at the same time create and remove files in folders of `test`. */
function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** `links.test.ts` checks links, which are relative to the page. */
function withoutLinks(text: string): string {
  return text.replace(/\]\([^)\s]+\)/g, ']').replace(/https?:\/\/\S+/g, '');
}

function exists(name: string): boolean {
  return name.includes('*') ? globSync(name, { cwd: root }).length > 0 : existsSync(path.join(root, name));
}
