import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from '#test/browser/inspector.ts';

describe('the values of the shown requests', () => {
  it('are counted by status, path or header, and a click filters by one', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/get', '/status/503']) await server.get(path, [['X-Team', 'a "b" c']]);
    await server.get('/ip', [['Authorization', 'Bearer abcdefghijklmnop']]);
    await open();
    await ids('4,3,2,1');
    const menu = page.locator('#values-menu');
    const values = menu.getByRole('group', { name: 'Values' }).locator(':scope > *');
    const texts = async (first: string) => {
      await values.first().filter({ hasText: first }).waitFor();
      return values.allTextContents();
    };
    const opener = page.getByRole('button', { name: 'Status', exact: true });
    await opener.click();
    assert.deepEqual(await texts('200'), ['2003', '5031']);
    await menu.getByLabel('Of', { exact: true }).selectOption('header');
    await menu.getByLabel('Name').fill('x-team');
    await menu.getByLabel('Name').press('Enter');
    assert.deepEqual(await texts('a "b" c'), ['a "b" c3', 'none1']);
    await values.first().click();
    await ids('3,2,1');
    assert.equal(await page.locator('#filter').inputValue(), 'header:x-team:"a \\"b\\" c"');
    assert.equal(await menu.isVisible(), false);

    // The counts are those of the shown requests.
    await opener.click();
    await menu.getByLabel('Of', { exact: true }).selectOption('status');
    assert.deepEqual(await texts('200'), ['2002', '5031']);
    await menu.getByRole('button', { name: /^503/ }).click();
    await ids('3');
    await page.goto(`${server.url}/_sparring/inspector`);
    await ids('4,3,2,1');
    await opener.click();
    await menu.getByLabel('Of', { exact: true }).selectOption('header');
    await menu.getByLabel('Name').fill('Authorization');
    await menu.getByLabel('Name').press('Enter');
    await values.first().filter({ hasText: 'Bearer ****' }).waitFor();
    assert.equal(await menu.getByRole('button', { name: /Bearer/ }).count(), 0);
    await menu.getByRole('button', { name: /^none/ }).click();
    await ids('3,2,1');
  });

  it('are reached by keyboard, and fit a phone', async (t) => {
    const inspected = await inspect(t, {}, { viewport: { width: 390, height: 844 }, hasTouch: true });
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/status/503']) await server.get(path);
    await open();
    await ids('2,1');
    const summary = page.getByRole('button', { name: 'Status', exact: true });
    await summary.focus();
    await page.keyboard.press('Enter');
    const first = page.locator('#values-menu .values button').first();
    await first.waitFor();
    for (let stops = 0; stops < 5; stops++) {
      await page.keyboard.press('Tab');
      if (await first.evaluate((element) => element === document.activeElement)) break;
    }
    const { x = -1, width = 999, height = 0 } = (await first.boundingBox()) ?? {};
    assert.ok(x >= 0 && x + width <= 390 && height >= 28, `${x}, ${width} × ${height}`);
    await page.keyboard.press('Enter');
    await ids('1');
    await summary.focus();
    await page.keyboard.press('Enter');
    await first.waitFor();
    await page.keyboard.press('Escape');
    await first.waitFor({ state: 'hidden' });
    assert.ok(await summary.evaluate((element) => element === document.activeElement));
  });

  it('are in a menu, which a choice, a click elsewhere and another menu close', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/status/503']) await server.get(path);
    await open();
    await ids('2,1');
    const openers = [
      page.getByRole('button', { name: 'Status', exact: true }),
      page.locator('[popovertarget="view-menu"]'),
    ];
    const menus = ['values-menu', 'view-menu'].map((id) => page.locator(`#${id}`));
    const show = async (expected: readonly boolean[]) =>
      assert.deepEqual(await Promise.all(menus.map((menu) => menu.isVisible())), expected);
    await openers[0]?.click();
    await show([true, false]);
    await openers[1]?.click();
    await show([false, true]);
    await page.locator('#state').click();
    await show([false, false]);

    // The arrows move in the list after a choice.
    await openers[0]?.click();
    await page.getByRole('button', { name: /^503/ }).click();
    await show([false, false]);
    await ids('2');
    await page.keyboard.press('ArrowDown');
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();

    // Escape closes the menu before the detail.
    await openers[1]?.click();
    await page.keyboard.press('Escape');
    await show([false, false]);
    assert.ok(await openers[1]?.evaluate((element) => element === document.activeElement));
    assert.ok(await page.locator('#detail').isVisible());
  });
});
