import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

it('no source file is longer than 250 lines, except tables of data and images', () => {
  const long = globSync('{src,tools,bench}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.') && !file.includes(`${path.sep}assets${path.sep}`))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 250);
  assert.deepEqual(long, []);
});

it('nothing that is committed names a package registry', () => {
  const files = globSync('{*.*,.npmrc,bin/*,src/**/*,docs/**/*,tools/*,test/**/*,.ci/*}', {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules',
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pattern = new RegExp(['registry', 'npmjs'].join('\\.'));
  assert.deepEqual(
    files.filter((file) => pattern.test(readFileSync(file, 'latin1'))),
    [],
  );
});
