import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

test('the style of the documentation pages', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t);

  const visit = async (path: string, options: BrowserContextOptions) => {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(10_000);
    await page.goto(`${server.url}${path}`);
    return page;
  };

  for (const path of [
    '/',
    '/docs',
    '/docs/endpoints/get-range-n',
    '/docs/guides/labs-sequences',
    '/docs/search?q=retry',
  ]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await t.test(`${path} can be read in ${colorScheme}`, async () => {
        const page = await visit(path, { colorScheme });
        await page.evaluate(OPEN);
        if (HAS_EXAMPLE.includes(path)) await page.locator('.outcome', { hasText: 'bytes' }).waitFor();
        assert.equal(
          await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches'),
          colorScheme === 'dark',
        );
        assert.deepEqual(await page.evaluate(PALE), []);
        await page.close();
      });
    }

    await t.test(`${path} fits a phone, with everything opened`, async () => {
      const page = await visit(path, { viewport: { width: 320, height: 640 } });
      await page.evaluate(OPEN);
      if (HAS_EXAMPLE.includes(path)) await page.locator('.outcome', { hasText: 'bytes' }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
      await page.close();
    });

    await t.test(`${path} is walked through by the keyboard, and the focus is seen`, async () => {
      const page = await visit(path, {});
      await page.keyboard.press('Tab');
      const skip = page.getByText('Skip to the');
      assert.ok(((await skip.boundingBox())?.y ?? -1) >= 0);
      for (let step = 0; step < 12; step++) {
        const focus = await page.evaluate(
          '(({ outlineStyle, outlineWidth }) => outlineStyle + " " + outlineWidth)(getComputedStyle(document.activeElement))',
        );
        assert.equal(focus, 'solid 2px');
        await page.keyboard.press('Tab');
      }
      await page.close();
    });

    await t.test(`${path} has a name for all that is operated, and headings in their order`, async () => {
      const page = await visit(path, {});
      await page.evaluate(OPEN);
      assert.deepEqual(await page.evaluate(NAMELESS), []);
      assert.deepEqual(await page.evaluate(SKIPPED_LEVELS), []);
      await page.close();
    });
  }
});

/** The pages with an example that can be sent. */
const HAS_EXAMPLE = ['/', '/docs/endpoints/get-range-n'];

/** Every endpoint, and the panel of one example. */
const OPEN = `
  for (const details of document.querySelectorAll('details')) details.open = true;
  document.querySelector('.try')?.click();`;

/** Texts with a contrast of less than 4.5 to 1 (WCAG 2.2, 1.4.3). */
const PALE = `(() => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour === 'rgba(0, 0, 0, 0)' && element.parentElement ? behind(element.parentElement) : colour;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.checkVisibility() && !element.disabled)
    .map((element) => {
      const [one, other] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
      return { text: element.textContent.slice(0, 40), contrast: (one + 0.05) / (other + 0.05) };
    })
    .filter(({ contrast }) => contrast < 4.5);
})()`;

const NAMELESS = `[...document.querySelectorAll('button, input, textarea, a, summary, nav, form')]
  .filter((element) => element.checkVisibility())
  .filter((element) => !(element.ariaLabel || element.textContent.trim() || element.labels?.length || element.querySelector('img[alt]')))
  .map((element) => element.outerHTML)`;

const SKIPPED_LEVELS = `[...document.querySelectorAll('h1, h2, h3, h4, h5')]
  .filter((heading, index, all) => index > 0 && heading.tagName[1] - all[index - 1].tagName[1] > 1)
  .map((heading) => heading.textContent)`;
