import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { referencePages } from '../../tools/reference/reference-pages.ts';

const root = path.join(import.meta.dirname, '../..');

it('the pages of docs/reference are current: run `npm run docs` when this fails', async () => {
  const pages = await referencePages();
  for (const [file, content] of pages)
    assert.equal(readFileSync(path.join(root, file), 'utf8'), content, file);
  const retained = globSync('docs/reference/**/*.*', { cwd: root }).map((file) =>
    file.split(path.sep).join('/'),
  );
  assert.deepEqual(
    retained.sort(),
    [...pages.keys()].filter((file) => file.startsWith('docs/reference/')).sort(),
  );
});
