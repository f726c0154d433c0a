import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runConformance } from '../../src/conformance/conformance.ts';
import { compareReports } from '../../src/conformance/report/compare.ts';
import { toCompareHtml } from '../../src/conformance/report/compare-html.ts';
import { toHtml } from '../../src/conformance/report/html.ts';
import { toJunit } from '../../src/conformance/report/junit.ts';
import { createRuntime } from '../../src/runtime.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { violationsOf } from './axe.ts';
import { visitIn } from './visit.ts';

/** A report with failures, transcripts, values and cases that are unsupported. */
function report() {
  return runConformance(
    {
      adapter: 'node-fetch',
      group: ['control', 'probe', 'field', 'informational', 'cookie'],
      transcripts: 'all',
    },
    createRuntime(),
  );
}

describe('the pages of the conformance suite', () => {
  it('load nothing, have no violation, and do not scroll to the side on a phone', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const [folder, one] = await Promise.all([temporaryFolder(t), report()]);
    const pages = {
      report: toHtml(one, undefined),
      comparison: toCompareHtml([one, one, one], compareReports([one, one, one])),
    };
    assert.ok(one.cases.some(({ result }) => result === 'fail'));
    for (const [name, html] of Object.entries(pages)) {
      const file = path.join(folder, `${name}.html`);
      await writeFile(file, html);
      const { href } = pathToFileURL(file);
      const visit = await visitIn(browser, href);
      const { page } = visit;
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(href);
        if (name === 'report') await page.getByLabel('all', { exact: true }).check();
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        assert.deepEqual(await violationsOf(page), [], `${name} at ${width} px`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const hidden = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          // The space of a scroll bar makes it negative.
          assert.ok(Number(hidden) <= 0, `${name} at ${width} px, ${colorScheme}: ${hidden} px are hidden`);
        }
      }
      assert.deepEqual(visit.errors, []);
      assert.deepEqual([...new Set(visit.requested)], [href]);
      await visit.close();
    }
  });

  it('have JUnit XML that a parser of XML reads', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const one = await report();
    const visit = await visitIn(browser, 'about:blank');
    const xml = toJunit(one, { strict: false, comparison: undefined });
    const parsed = await visit.page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
      const names = [...root.querySelectorAll('testcase')].map((each) => each.getAttribute('name'));
      const failed = [...root.querySelectorAll('testcase:has(> failure)')].map((each) =>
        each.getAttribute('name'),
      );
      const counts = [...root.querySelectorAll('testsuite')].map((suite) => [
        suite.getAttribute('tests'),
        String(suite.querySelectorAll('testcase').length),
      ]);
      return { root: root.nodeName, names, failed, counts };
    }, xml);
    assert.equal(parsed.root, 'testsuites');
    assert.deepEqual(
      parsed.names,
      one.cases.map(({ id }) => id),
    );
    const failed = one.cases.filter(({ result, level }) => result === 'fail' && level !== 'S');
    assert.deepEqual(
      parsed.failed,
      failed.map(({ id }) => id),
    );
    for (const [declared, found] of parsed.counts) assert.equal(declared, found);
    await visit.close();
  });
});
