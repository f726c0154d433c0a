import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';
import { loadGuides } from '../guides/load-guides.ts';

const PAGES = [
  '/docs',
  '/docs/guides',
  '/docs/endpoints/get-sequence-key-steps',
  '/docs/guides/reference-commands',
  '/docs/guides/labs-faults',
  '/docs/search?q=docker',
  '/docs/guides/labs/sequences',
];

/** The left edges of the heading and the article, in pixels, and what is wider than the window. */
const EDGES = `({
  edges: ['main h1', 'article'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().left)),
  wide: document.documentElement.scrollWidth > innerWidth,
})`;

test('the layout of the documentation', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t);

  await t.test('an article stands below its heading, with and without a list of its parts', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    for (const { name } of await loadGuides()) {
      await page.goto(`${server.url}/docs/guides/${name}`);
      const { edges, wide } = await page.evaluate<{ edges: number[]; wide: boolean }>(EDGES);
      assert.equal(edges[0], edges[1], name);
      assert.equal(wide, false, name);
    }
    await page.close();
  });

  await t.test('each page has one search, and the navigation from 900 pixels on', async () => {
    const page = await browser.newPage();
    for (const path of PAGES)
      for (const width of [1440, 1024, 720, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(server.url + path);
        const isError = (await page.locator('main .find, main form[role=search]').count()) > 0;
        const fields = await page.locator('.top .find:visible').count();
        const links = await page.locator('.find-link:visible').count();
        assert.equal(fields + links, 1, `${path} at ${width}`);
        const isSearch = path.startsWith('/docs/search');
        assert.equal(fields, isSearch || width >= 900 ? 1 : 0, `${path} at ${width}`);
        const isFolded = await page.locator('.contents > summary:visible').count();
        const hasNavigation = (await page.locator('.contents').count()) > 0 && !isError;
        assert.equal(isFolded, hasNavigation && width < 900 ? 1 : 0, `${path} at ${width}`);
      }
    await page.close();
  });

  for (const [name, options] of [
    ['with the script', {}],
    ['without the script', { javaScriptEnabled: false }],
    ['in forced colours', { forcedColors: 'active' }],
  ] as const)
    await t.test(`a recorded response is folded, and the keyboard opens it, ${name}`, async () => {
      const page = await browser.newPage(options);
      await page.goto(`${server.url}/docs/endpoints/get-delay-delay`);
      const response = page.getByRole('group', { name: 'Negative: no delay: response' });
      assert.equal(await response.isVisible(), false);
      const example = page.locator('.ex').filter({ hasText: 'Negative: no delay' });
      await example.locator('summary').filter({ hasText: '200 OK' }).focus();
      await page.keyboard.press('Enter');
      await response.waitFor();
      assert.match(
        (await response.textContent()) ?? '',
        /^HTTP\/1\.1 200 OK\nContent-Type: [\s\S]*"url": "http:[\s\S]*\}$/,
      );
      await example.getByText(/^\d+ more headers\.$/).waitFor();
      await page.close();
    });

  await t.test('directives are a table behind the first example on a narrow screen', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${server.url}/docs/endpoints/get-limit-key-directives`);
    const order = await page
      .locator('main :is(.ex, h2)')
      .evaluateAll<string[], Element>((elements) => elements.map(({ textContent }) => textContent.trim()));
    const place = (text: string) => order.findIndex((each) => each.startsWith(text));
    assert.ok(place('A request within the limit') < place('Directives'), order.join(' | '));
    assert.ok(place('Directives') < place('Parameters'));
    const rows = page.locator('section', { has: page.getByRole('heading', { name: 'Directives' }) });
    assert.match(
      (await rows.locator('tbody tr').first().textContent()) ?? '',
      /^policy[\s\S]*default;q=10;w=60$/,
    );
    await page.close();
  });
});
