import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from '#test/browser/inspector.ts';

describe('the comparison of two requests', () => {
  it('has an address, which shows it in another browser, after a reload, and by Back and Forward', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { browser, server, page, open, row } = inspected;
    for (const value of ['one', 'two', 'three']) await server.get('/get', [['X-A', value]]);
    await open();
    await row(1).click();
    await page.getByText('Compare', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose in the list…' }).click();
    await page.getByText('Select the request to compare with #1.').waitFor();
    await row(3).click();
    const heading = page.getByRole('heading', { name: 'Differences between #1 and #3' });
    await heading.waitFor();
    const address = page.url();
    assert.match(address, /\/_sparring\/inspector\/compare\/1\/3\?run=[^#]+$/);

    await page.goBack();
    await heading.waitFor({ state: 'hidden' });
    await page.locator('#detail h2', { hasText: '#1 ' }).waitFor();
    await page.goForward();
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.locator('#detail h2', { hasText: '#3 ' }).waitFor();
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await heading.waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/_sparring\/inspector\/3\?run=/);

    const other = await browser.newPage();
    await other.goto(address);
    const cells = other.locator('.difference td');
    await other.getByRole('button', { name: 'Close the comparison' }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['one', 'three']);
    await other.setViewportSize({ width: 390, height: 844 });
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.ok((await other.evaluate<number>(excess)) <= 0);
    const { x = -1, width = 999 } = (await other.locator('.difference').boundingBox()) ?? {};
    assert.ok(x >= 0 && x + width <= 390, `${x} and ${width}`);
    // Another row ends the comparison.
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.locator('[data-id="2"]').click();
    await other.locator('.difference').waitFor({ state: 'detached' });
    assert.match(other.url(), /\/_sparring\/inspector\/2\?run=/);
    await other.close();
  });

  it('is offered with the request before of the same path, and with the original of a repeated one', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    for (const path of ['/get?n=1', '/ip', '/get?n=2']) await server.get(path);
    await open();
    await row(3).click();
    const use = page.getByText('Compare', { exact: true });
    await use.click();
    await page.getByRole('button', { name: 'With #1, the same path before' }).click();
    await page.getByRole('heading', { name: 'Differences between #1 and #3' }).waitFor();
    assert.deepEqual(await page.locator('.difference td').allTextContents(), ['/get?n=1', '/get?n=2']);
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.locator('#detail h2', { hasText: '#4 ' }).waitFor();
    await use.click();
    await page.getByRole('button', { name: 'With #3, its original' }).click();
    await page.getByRole('heading', { name: 'Differences between #3 and #4' }).waitFor();
  });
});
