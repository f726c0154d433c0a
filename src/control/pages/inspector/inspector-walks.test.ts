import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from '#test/browser/inspector.ts';

describe('a walk through the inspector', () => {
  it('at 390 px from a link to one request to its row in the list', async (t) => {
    const inspected = await inspect(t, {}, { viewport: { width: 390, height: 844 }, hasTouch: true });
    if (!inspected) return;
    const { server, page, row } = inspected;
    for (let n = 1; n <= 60; n++) await server.get(`/anything/users/${n}`);
    await page.goto(`${server.url}/_sparring/inspector/20`);
    await page.locator('#state', { hasText: /^Live/ }).waitFor({ state: 'attached' });
    await page.locator('#detail h2', { hasText: '#20 ' }).waitFor();
    assert.equal(await page.locator('#list').isVisible(), false);
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.locator('#detail').waitFor({ state: 'hidden' });
    const { y = 0, height = 0 } = (await row(20).boundingBox()) ?? {};
    const list = await page.locator('#viewport').boundingBox();
    assert.ok(list && y >= list.y && y + height <= list.y + list.height, `${y}`);
    assert.equal(await row(20).locator('a:focus').count(), 1);
    // The address is that of the list; a step back opens the request again.
    assert.equal(new URL(page.url()).pathname, '/_sparring/inspector');
    await page.goBack();
    await page.locator('#detail h2', { hasText: '#20 ' }).waitFor();
  });

  it('at 390 px by touch: read, copy, note, send again, delete, undo, and back to the same place', async (t) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
    const inspected = await inspect(t, {}, phone);
    if (!inspected) return;
    const { server, page, open, row, clipboard } = inspected;
    for (let n = 1; n <= 60; n++) await server.get(`/anything/users/${n}?page=${n}`);
    await open();
    await row(60).waitFor();
    const viewport = page.locator('#viewport');
    await viewport.evaluate((element) => element.scrollTo(0, 1400));
    await row(30).tap();
    await page.locator('#detail h2', { hasText: '#30 ' }).waitFor();
    assert.equal(await page.locator('#list').isVisible(), false);
    assert.match((await page.locator('h2:focus').textContent()) ?? '', /^#30 /);
    const top = (await page.locator('#detail h2').boundingBox())?.y ?? 0;
    assert.ok(top < 140, `${top}`);
    await page.goBack();
    await page.locator('#detail').waitFor({ state: 'hidden' });
    const place = await viewport.evaluate((element) => element.scrollTop);
    // Within one row.
    assert.ok(Math.abs(place - 1400) <= 56, `${place}`);
    await row(30).tap();
    await page.locator('summary[aria-label="Copy as…"]').tap();
    await page.getByRole('button', { name: 'Python', exact: true }).tap();
    await page.locator('#announcement', { hasText: 'copied as Python' }).waitFor({ state: 'attached' });
    assert.match(await clipboard(), /users\/30/);
    await page.locator('#detail summary[title="More"]').tap();
    await page.getByRole('button', { name: /^Note/ }).tap();
    await page.getByLabel('Note', { exact: true }).fill('of the phone');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await page.getByText('Note: of the phone').waitFor();
    await page.getByRole('button', { name: 'Resend', exact: true }).tap();
    await page.locator('#detail h2', { hasText: '#61 ' }).waitFor();
    await page.locator('#detail summary[title="More"]').tap();
    await page.getByRole('button', { name: 'Delete #61' }).tap();
    await page.getByText('#61 deleted').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await page.getByText('#61 deleted').waitFor({ state: 'hidden' });
    await page.locator('#detail h2', { hasText: '#61 ' }).waitFor();
    await page.locator('.steps').getByRole('button', { name: 'Close', exact: true }).tap();
    await viewport.evaluate((element) => element.scrollTo(0, 0));
    await row(61).waitFor();
    for (const each of await page.locator('main :is(button, summary, select):visible').all()) {
      const { width = 0, height = 0 } = (await each.boundingBox()) ?? {};
      assert.ok(width >= 24 && height >= 24, `${await each.textContent()}: ${width} × ${height}`);
    }
    assert.ok(
      (await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )) <= 0,
    );
  });

  it('by keyboard alone: filter, choose, read, copy, send again, compare, delete, undo, new bin', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids, clipboard } = inspected;
    for (let n = 1; n <= 12; n++) await server.get(n % 2 ? `/get?n=${n}` : '/ip');
    await open();
    await page.locator('[data-id="12"]').waitFor();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || '',
      );
    const isFocusVisible = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return false;
        const shown = element.closest('.row') ?? element;
        const { top, bottom } = shown.getBoundingClientRect();
        return getComputedStyle(shown).outlineStyle === 'solid' && bottom > 0 && top < innerHeight;
      });
    /** Presses Tab until the element with this name has the focus. @returns the number of stops */
    const tabTo = async (name: RegExp, key = 'Tab') => {
      for (let stops = 1; stops < 60; stops++) {
        await keyboard.press(key);
        assert.ok(await isFocusVisible(), await focused());
        if (name.test(await focused())) return stops;
      }
      throw new Error(`no stop with the name ${name}`);
    };

    await tabTo(/^Filter$/);
    await keyboard.type('path:/get');
    await ids('11,9,7,5,3,1');
    let stops = await tabTo(/^GET \/get\?n=11/);
    await keyboard.press('ArrowDown');
    await page.locator('#detail h2', { hasText: '#11 ' }).waitFor();
    stops += await tabTo(/^Resend$/);
    assert.ok(stops <= 14, `${stops} stops from the filter to Resend`);
    await keyboard.press('Enter');
    await page.locator('#detail h2', { hasText: '#13 ' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-id="13"] a').waitFor();
    await page.locator('#filter').focus();
    await tabTo(/number 1[13]$/);
    await keyboard.press('ArrowDown');
    await page.locator('#detail h2').waitFor();
    await keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await keyboard.press('c');
    await page.locator('#announcement', { hasText: 'copied as curl' }).waitFor({ state: 'attached' });
    assert.match(await clipboard(), /^curl/);
    await tabTo(/^Compare$/);
    await keyboard.press('Enter');
    await keyboard.press('End');
    assert.equal(await focused(), 'Choose in the list…');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await tabTo(/^More for this request$/);
    await keyboard.press('Enter');
    await keyboard.press('End');
    assert.match(await focused(), /^Delete #\d+/);
    await keyboard.press('Enter');
    await page.getByText(/^#\d+ deleted/).waitFor();
    await keyboard.press('z');
    await page.getByText(/^#\d+ deleted/).waitFor({ state: 'hidden' });
    // The views are one stop.
    await page.locator('#views :checked').focus();
    await keyboard.press('ArrowRight');
    await page.getByRole('grid', { name: 'Requests by connection, the oldest first' }).waitFor();
    await keyboard.press('ArrowRight');
    await page.getByText('No request has used a key.').waitFor();
  });

  it('without a script: the list, a request, its deletion and its return', async (t) => {
    const inspected = await inspect(t, {}, { javaScriptEnabled: false });
    if (!inspected) return;
    const { server, page } = inspected;
    for (const path of ['/get?n=1', '/ip', '/get?n=3']) await server.get(path);
    const undo = page.getByRole('button', { name: 'Undo the deletion' });
    const targets = () => page.locator('#rows .target').allTextContents();
    await page.goto(`${server.url}/_sparring/inspector?filter=path:/get`);
    assert.deepEqual(await targets(), ['/get?n=3', '/get?n=1']);
    await page.getByRole('link', { name: '/get?n=3' }).click();
    await page.getByRole('heading', { name: 'GET /get?n=3' }).waitFor();
    // The request precedes the list, and what deletes it follows it.
    const tops = await Promise.all(
      ['#detail h2', '#detail [value=delete]', '#rows'].map(
        async (selector) => (await page.locator(selector).boundingBox())?.y ?? 0,
      ),
    );
    assert.deepEqual(
      tops,
      tops.toSorted((one, other) => one - other),
    );
    assert.ok((tops[0] ?? 999) < 250, `${tops[0]}`);
    await page.getByRole('button', { name: 'Delete #3' }).click();
    await undo.waitFor();
    assert.deepEqual(await targets(), ['/get?n=1']);
    await undo.click();
    await page.getByRole('link', { name: /\/get\?n=3/ }).waitFor();
    assert.deepEqual(await targets(), ['/get?n=3', '/get?n=1']);
    await page.getByRole('button', { name: 'Delete the 2 shown' }).click();
    await undo.waitFor();
    assert.deepEqual(await targets(), []);
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await page.getByRole('link', { name: /\/ip/ }).waitFor();
    assert.deepEqual(await targets(), ['/ip']);
  });
});
