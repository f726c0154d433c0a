import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { violationsOf } from '../../test/browser/axe.ts';
import { visitIn } from '../../test/browser/visit.ts';
import { openBrowser } from '../../test/support/browser/browser.ts';
import { temporaryFolder } from '../../test/support/commands/command.ts';
import { compareReports } from '../src/report/compare.ts';
import { renderComparison } from '../src/report/compare-html.ts';
import { loadReportScript, renderReport } from '../src/report/html.ts';
import { formatJunit } from '../src/report/junit.ts';
import type { CaseReport, ConformanceReport } from '../src/report/report.ts';
import { createRuntime } from '../src/server.ts';
import { runConformance } from '../src/suite/conformance.ts';

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

/** The report in a file, and its cases. */
async function writtenReport(t: TestContext, one: ConformanceReport) {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'report.html');
  await writeFile(file, renderReport(one, undefined, await loadReportScript()));
  return { href: pathToFileURL(file).href, cases: one.cases };
}

describe('the pages of the conformance suite', () => {
  let one: ConformanceReport;
  before(async () => {
    one = await report();
  });

  it('load nothing, have no violation, and do not scroll to the side on a phone', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const folder = await temporaryFolder(t);
    const pages = {
      report: renderReport(one, undefined, await loadReportScript()),
      comparison: renderComparison([one, one, one], compareReports([one, one, one])),
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
        if (name === 'report') await page.getByRole('button', { name: 'Show all' }).click();
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

  it('show the cases that a search, levels and results select, with the groups that have one', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const [{ href, cases }, visit] = await Promise.all([
      writtenReport(t, one),
      visitIn(browser, 'about:blank'),
    ]);
    const { page } = visit;
    await page.goto(href);
    const shown = () =>
      page.evaluate(() => {
        const visible = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
        return {
          cases: visible('.case').map(({ id }) => id.replace('case-', '')),
          headings: visible('h2').map(({ id }) => id),
          links: visible('nav a').map(({ textContent }) => textContent ?? ''),
          status: document.querySelector('#filters [role="status"]')?.textContent,
        };
      });
    const expectShown = async (isShown: (each: CaseReport) => boolean) => {
      const found = await shown();
      const expected = cases.filter(isShown);
      const groups = [...new Set(expected.map(({ group }) => group))];
      assert.deepEqual(
        found.cases,
        expected.map(({ id }) => id),
      );
      assert.deepEqual([found.headings, found.links], [groups, groups]);
      assert.equal(found.status, `${expected.length} of ${cases.length} cases`);
      return expected.length;
    };
    const isOpen = ({ result }: CaseReport) => result === 'fail' || result === 'inconclusive';
    assert.ok((await expectShown(isOpen)) > 0);
    assert.ok(cases.some(({ group, result }) => group === 'control' && result === 'pass'));

    // By the keyboard only.
    await page.getByLabel('✓ pass').focus();
    await page.keyboard.press('Space');
    await expectShown((each) => isOpen(each) || each.result === 'pass');
    await page.getByLabel('R requirement').uncheck();
    await page.getByLabel('✕ fail').uncheck();
    await expectShown(
      ({ level, result }) => level !== 'R' && (result === 'pass' || result === 'inconclusive'),
    );
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await expectShown(() => true);

    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('COOKIE.path');
    assert.ok((await expectShown(({ id }) => id.includes('cookie.path'))) > 0);
    await search.fill('6265bis  §5.8.3');
    assert.ok((await expectShown(({ clause }) => /6265bis.*§5\.8\.3/.test(clause))) > 0);
    const quote = cases.find(({ id }) => id === 'control.head')?.quote ?? '';
    await search.fill(quote);
    assert.ok((await expectShown((each) => quote !== '' && each.quote === quote)) > 0);
    await search.fill('no such case');
    await search.press('Enter');
    assert.equal(await expectShown(() => false), 0);

    // A link to a case shows it, whatever is selected.
    await page.goto(`${href}#case-control.get`);
    await expectShown(({ id }) => id === 'control.get');
    assert.equal(await page.locator('#case-control\\.get').getAttribute('open'), '');
    await page.goto('about:blank');
    await page.goto(`${href}#case-control.get`);
    await expectShown((each) => isOpen(each) || each.id === 'control.get');
    assert.deepEqual(visit.errors, []);
    await visit.close();
  });

  it('show all cases and no field without a script', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const { href, cases } = await writtenReport(t, one);
    const visit = await visitIn(browser, 'about:blank', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(href);
    assert.equal(await page.locator('.case:visible').count(), cases.length);
    assert.equal(await page.locator(':is(input, button, fieldset):visible').count(), 0);
    const first = page.locator('.case').first();
    await first.locator('summary').press('Enter');
    assert.ok(await first.getByRole('link', { name: /^RFC \d+ §/ }).isVisible());
    assert.ok(await first.locator('blockquote').isVisible());
    await visit.close();
  });

  it('have JUnit XML that a parser of XML reads', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const visit = await visitIn(browser, 'about:blank');
    const xml = formatJunit(one, { strict: false, comparison: undefined });
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
