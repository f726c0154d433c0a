import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksOf, runPage } from './support/guide.ts';

/** Each block of text in a page is the expected output of the commands before it. */
describe('the recipes of the labs show what real clients do', { concurrency: 2 }, () => {
  for (const page of ['informational', 'rate-limits'])
    it(page, async (t) => {
      const file = `docs/guide/labs/${page}.md`;
      const output = await runPage(t, file);
      assert.ok(blocksOf(file).some(({ language }) => language === 'text'));
      if (output) assert.ok(output.printed.length > 0);
    });
});
