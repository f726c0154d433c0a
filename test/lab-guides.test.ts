import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksOf, runPage } from './support/programs/guide.ts';
import { output } from './support/programs/installed.ts';

/** Each block of text in a page is the expected output of the commands before it. */
describe('the recipes of the labs show what real clients do', { concurrency: 2 }, () => {
  for (const page of ['informational', 'rate-limits', 'sequences'])
    it(page, async (t) => {
      const file = `docs/guide/labs/${page}.md`;
      // `test/clients/retries.test.ts` runs the clients that repeat requests.
      const printed = await runPage(t, file, { isSkipped: (code) => code.includes('/sequence/curl/') });
      assert.ok(blocksOf(file).some(({ language }) => language === 'text'));
      if (printed) assert.ok(printed.printed.length > 0);
    });

  it('go', { timeout: 300_000 }, async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    const page = await runPage(t, 'docs/guide/labs/go.md');
    assert.match(page?.printed ?? '', /^\[200\] \[429 200\]\n/m);
  });
});
