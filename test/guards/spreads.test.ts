import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

it('no literal is spread into another one, which only folds lines', () => {
  const found = globSync('{src,conformance/src,conformance/test,test,tools,bench}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('node_modules') && !file.endsWith('guards/spreads.test.ts'))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) => /^\s*\.\.\.(?:\{ .*\}|\[.*\]),$/.test(line)),
    );
  assert.deepEqual(
    found.map(({ line, place }) => `${place}: ${line.trim()}`),
    [],
  );
});
