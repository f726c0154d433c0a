import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { inspect } from '#test/browser/inspector.ts';

const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the stream of the inspector', () => {
  it('is closed by a hidden tab, also by one that was opened hidden, and gets what it has missed', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    await server.get('/get');
    await open();
    await ids('1');
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/requests/live'));
    await setHidden(page, true);
    await closed;
    await server.get('/get');
    assert.equal(await page.locator('#rows .row').count(), 1);
    await setHidden(page, false);
    await ids('2,1');

    // Browsers have six connections for each host.
    const context = page.context();
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        const tab = await context.newPage();
        await tab.addInitScript(() =>
          Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
        );
        const ended = tab.waitForEvent('requestfailed', {
          predicate: (request) => request.url().includes('/requests/live'),
          timeout: 30_000,
        });
        await tab.goto(`${server.url}/_sparring/inspector`);
        await ended;
      }),
    );
    await page.reload();
    await page.locator('#state', { hasText: /^Live/ }).waitFor();
  });

  it('lists the events of a response while it runs', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const controller = new AbortController();
    t.after(() => controller.abort());
    const response = await fetch(`${server.url}/sse?count=10&duration=10s`, { signal: controller.signal });
    assert.equal(response.status, 200);
    await open();
    await row(1).click();
    await page.getByRole('tab', { name: 'Events', selected: true }).waitFor();
    const events = page.getByRole('region', { name: 'Events (table)' }).locator('tbody tr');
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-label="Events (table)"] tbody tr').length >= 2,
    );
    const before = await events.count();
    assert.match((await page.locator('.summary').textContent()) ?? '', /in progress/);
    await page.waitForFunction(
      (count) => document.querySelectorAll('[aria-label="Events (table)"] tbody tr').length > count,
      before,
    );
  });
});

describe('the inspector in other settings of a browser', () => {
  it('loses nothing with texts of twice the size, nor at a zoom of 400 %', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { page, open, row, post } = inspected;
    await post('/post?a=1', 'application/json', '{"name":"Mona"}');
    // Zooms of 200 % of 1440 × 900, and of 400 % of 1280 × 800.
    for (const [width, height, size] of [
      [1280, 800, '200%'],
      [720, 450, '100%'],
      [320, 200, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open();
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
      assert.ok((await excessOf(page)) <= 0, `${width}`);
      await row(1).scrollIntoViewIfNeeded();
      await row(1).click();
      for (const shown of [
        page.locator('.leaf', { hasText: '"name"' }).first(),
        page.locator('.timing summary'),
      ]) {
        await shown.scrollIntoViewIfNeeded();
        assert.ok(await isInView(page, shown), `${width}`);
      }
      for (const action of ['Resend', 'Close']) {
        const button = page.locator('#detail').getByRole('button', { name: action, exact: true });
        await button.scrollIntoViewIfNeeded();
        assert.ok(await isInView(page, button), `${action} at ${width}`);
      }
      assert.ok((await excessOf(page)) <= 0, `${width}`);
    }
  });

  it('shows selection and focus with forced colors, and moves nothing with reduced motion', async (t) => {
    const inspected = await inspect(t, {}, { forcedColors: 'active', reducedMotion: 'reduce' });
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    for (let n = 0; n < 2; n++) await server.get('/get');
    await open();
    await row(2).click();
    await page.locator('#detail h2').waitFor();
    const outline = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return `${outlineStyle} ${Number.parseFloat(outlineWidth) >= 2}`;
        });
    assert.equal(await outline('#rows [aria-selected="true"]'), 'solid true');
    assert.equal(await outline('.pane .seg label:has(:checked)'), 'solid true');
    await page.locator('#pause').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    assert.equal(await outline('#pause'), 'solid true');
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationName, transitionDuration, transitionProperty } = getComputedStyle(element);
          const isTransition = transitionProperty !== 'none' && Number.parseFloat(transitionDuration) > 0;
          return animationName !== 'none' || isTransition;
        }).length,
    );
    assert.equal(moving, 0);
  });

  it('prints a request with 40 headers on the width of A4, without the list', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open } = inspected;
    const fields = Array.from({ length: 40 }, (_, n) => [`X-Header-${n}`, 'long value '.repeat(12)] as const);
    await server.get('/get', fields);
    await open('/1');
    await page.locator('.pane').first().locator('.kv tr').nth(40).waitFor();
    await page.emulateMedia({ media: 'print' });
    // A4 without its margins, at 96 dots per inch.
    await page.setViewportSize({ width: 718, height: 1047 });
    assert.equal(await page.locator('#list').isVisible(), false);
    assert.equal(await page.locator('.toolbar').first().isVisible(), false);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#detail td, #detail th, #detail h2')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { right } = element.getBoundingClientRect();
          return right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1;
        })
        .map((element) => element.textContent),
    );
    assert.deepEqual(cut, []);
    const pdf = await page.pdf({ format: 'A4' });
    // All of it is on the pages: a part that scrolls would be cut at the end of the first one.
    assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length >= 2);
  });
});

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function isInView(page: Page, locator: import('playwright-core').Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return false;
  return box.x >= -1 && box.x + Math.min(box.width, 24) <= size.width + 1 && box.y < size.height;
}
