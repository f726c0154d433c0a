import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { inspect } from '#test/browser/inspector.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { serve } from '#test/support/servers/serve.ts';

/** The text of a divider. */
const divided = (text: string) =>
  new RegExp(`^Server started \\d\\d? [A-Z][a-z]+, \\d\\d:\\d\\d:\\d\\d · ${text}$`);

/** What shows each state of the list. */
const STATES: Readonly<Record<string, string>> = {
  empty: '#no-request:visible',
  'no match': '#no-match:visible',
  invalid: '#filter-problem:not(:empty):visible',
  paused: '#state:text-matches("^Paused"):visible',
  lost: '#state.lost:visible',
  dropped: '#dropped:visible',
  off: '#off:visible',
  token: '#sign-in:visible',
};

/** Waits until the page shows these states, and no other. */
async function showsOnly(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.locator(STATES[name] ?? '').waitFor();
  const shown: string[] = [];
  for (const [name, selector] of Object.entries(STATES))
    if ((await page.locator(selector).count()) > 0) shown.push(name);
  assert.deepEqual(shown, names);
}

describe('each state of the inspector has its text, and no other', () => {
  it('empty, no match, invalid, paused, and dropped', async (t) => {
    const inspected = await inspect(t, { journal: 5 });
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    await open();
    await showsOnly(page, 'empty');
    await server.get('/get');
    await ids('1');
    await showsOnly(page);
    await page.locator('#filter').fill('path:/never');
    await showsOnly(page, 'no match');
    await page.getByText('The only request does not match.').waitFor();
    await page.locator('#filter').fill('method:GET path:/never status:200');
    const without = page.locator('#without button');
    await without.waitFor();
    assert.deepEqual(await without.allTextContents(), ['Without path:/never: 1 request']);
    await without.click();
    await ids('1');
    assert.equal(await page.locator('#filter').inputValue(), 'method:GET status:200');
    await page.getByRole('button', { name: 'Remove path:/never, which is switched off' }).click();
    await page.locator('#filter').fill('path:/never OR path:/neither');
    await showsOnly(page, 'no match');
    assert.equal(await without.count(), 0);
    await page.locator('#filter').fill('nosuchthing:foo');
    await showsOnly(page, 'invalid');
    await page.locator('#count', { hasText: /^Showing the last valid filter$/ }).waitFor();
    await page.goto(`${server.url}/_sparring/inspector?filter=nosuchthing:foo`);
    await showsOnly(page, 'invalid');
    await page.locator('#count', { hasText: /^The filter is not valid$/ }).waitFor();
    await page.locator('#filter').fill('');
    await ids('1');
    await page.locator('#pause').click();
    await server.get('/get');
    await page.getByText('Paused, 1 new').waitFor();
    await showsOnly(page, 'paused');
    await page.locator('#pause').click();
    await page.mouse.move(2, 2);
    await ids('2,1');
    for (let count = 0; count < 8; count++) await server.get('/get');
    await open();
    await page.getByText(/^Requests before #\d+ were dropped: the server has removed \d+ to stay/).waitFor();
    await showsOnly(page, 'dropped');
  });

  it('off, with both settings that switch the journal on', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t, { journal: 0 });
    const page = await browser.newPage();
    await page.goto(`${server.url}/_sparring/inspector`);
    await page.locator('#state', { hasText: 'The journal is off' }).waitFor();
    await showsOnly(page, 'off');
    await page.getByText('sparring --journal 1000 --control-token TOKEN').waitFor();
    await page.getByText('-e SPARRING_JOURNAL=1000 -e SPARRING_CONTROL_TOKEN=TOKEN').waitFor();
    assert.equal(await page.locator('#filter').getAttribute('aria-invalid'), null);
  });

  it('token, after which the address still selects its request', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const token = 'a-token-of-some-length';
    const server = await serve(t, { controlToken: token });
    for (const path of ['/get', '/ip']) await server.get(path);
    const page = await browser.newPage();
    await page.goto(`${server.url}/_sparring/inspector/1?filter=path:/get`);
    await showsOnly(page, 'token');
    assert.deepEqual(await page.locator('#rows .row').count(), 0);
    await page.getByLabel('Control token').fill(token);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#detail h2', { hasText: '#1 GET /get' }).waitFor();
    await showsOnly(page);
  });

  it('lost, until the server starts again, whose requests are then shown once', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const first = await serve(t);
    const { port, url } = first;
    for (let n = 1; n <= 3; n++) await first.get(`/get?first=${n}`);
    const page = await browser.newPage();
    await page.goto(`${url}/_sparring/inspector`);
    await page.locator('#state', { hasText: /^Live/ }).waitFor();
    await page.locator('[data-id="3"]').waitFor();
    await first.close(undefined, 0);
    await page
      .locator('#state.lost', {
        hasText: /^Connection lost \d\d:\d\d:\d\d, last request #3; next try in \d+ s/,
      })
      .waitFor();
    await showsOnly(page, 'lost');
    assert.equal(await page.locator('#rows .row').count(), 3);

    const second = await serve(t, { port });
    for (let n = 1; n <= 2; n++) await second.get(`/get?second=${n}`);
    const targets = () => page.locator('#rows .target').allTextContents();
    await page.locator('#rows .target', { hasText: 'second=2' }).waitFor({ timeout: 30_000 });
    // The server has rendered the others; the script adds these.
    await page.locator('#rows .row.lost').first().waitFor();
    const earlier = ['/get?first=3', '/get?first=2', '/get?first=1'];
    assert.deepEqual(await targets(), ['/get?second=2', '/get?second=1', ...earlier]);
    await page.locator('#count', { hasText: /^2 requests/ }).waitFor();
    await showsOnly(page);
    const reason = 'earlier requests were only in memory';
    const divider = page.locator('#rows .row.group > .heading');
    assert.match((await divider.allTextContents()).join('|'), divided(reason));
    assert.deepEqual(await page.locator('#rows .row.lost .target').allTextContents(), earlier);
    assert.equal(await page.locator('#rows .row.lost :is(a, [tabindex])').count(), 0);
    await page.locator('#rows .row.lost').first().click();
    assert.equal(await page.locator('#detail').isVisible(), false);
    await page.keyboard.press('j');
    for (let press = 0; press < 4; press++) await page.keyboard.press('j');
    await page.locator('#rows .row[aria-selected="true"]', { hasText: 'second=1' }).waitFor();
    await page.keyboard.press('Escape');
    for (const width of [320, 390, 720, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await divider.evaluate(({ scrollHeight, clientHeight, parentElement }) => ({
        isComplete: scrollHeight <= (parentElement?.clientHeight ?? 0),
        clientHeight,
      }));
      assert.ok(box.isComplete, `${width} px: ${JSON.stringify(box)}`);
    }
    const filter = page.locator('#filter');
    await filter.fill('path:/get');
    await page.locator('#count', { hasText: /^2 of 2 requests/ }).waitFor();
    assert.deepEqual(await targets(), ['/get?second=2', '/get?second=1']);
    await filter.fill('');
    await page.locator('#rows .row.lost').first().waitFor();
    await second.close(undefined, 0);
    const third = await serve(t, { port });
    await third.get('/get?third');
    await page.locator('#rows .target', { hasText: 'third' }).waitFor({ timeout: 30_000 });
    assert.deepEqual(await targets(), ['/get?third', '/get?second=2', '/get?second=1', ...earlier]);
    assert.equal(await divider.count(), 2);
  });

  it('none after a restart of a server whose journal is in its database, with all requests', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const folder = await temporaryFolder(t);
    const options = {
      database: `sqlite:${path.join(folder, 'sparring.db')}`,
      journalStore: 'database',
    } as const;
    const first = await serve(t, options);
    const { port, url } = first;
    for (let n = 1; n <= 2; n++) await first.get(`/get?first=${n}`);
    const page = await browser.newPage();
    await page.goto(`${url}/_sparring/inspector`);
    await page.locator('#rows .target', { hasText: 'first=2' }).waitFor();
    assert.equal(await page.locator('#rows .row.group').count(), 0);
    await first.close(undefined, 0);
    const second = await serve(t, { ...options, port });
    const rows = async () => (await page.locator('#rows .row').allTextContents()).join('|');
    await page.locator('#rows .row.group').waitFor({ timeout: 30_000 });
    assert.match(await rows(), /^Server started .*\|.*first=2.*\|.*first=1/);
    await second.get('/get?second');
    await page.locator('#rows .target', { hasText: 'second' }).waitFor();
    const divider = page.locator('#rows .row.group');
    assert.match(await rows(), /second.*\|Server started .*\|.*first=2.*\|.*first=1/);
    assert.match((await divider.allTextContents()).join('|'), divided('earlier requests below'));
    await showsOnly(page);
    for (let press = 0; press < 2; press++) await page.keyboard.press('j');
    await page.locator('#detail h2', { hasText: 'GET /get?first=2' }).waitFor();
    const address = page.url();
    // A page that is open would load itself again.
    await page.goto('about:blank');
    await second.close(undefined, 0);
    const third = await serve(t, { ...options, port });
    await page.goto(address);
    await page.locator('#detail h2', { hasText: 'GET /get?first=2' }).waitFor();
    await third.get('/get?third');
    await page.locator('#rows .target', { hasText: 'third' }).waitFor();
    assert.equal(await divider.count(), 2);
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${third.url}/_sparring/inspector`);
    const texts = (await plain.locator('#rows .row').allTextContents()).join('|');
    assert.match(texts, /third.*\|Server started .*\|.*second.*\|Server started .*\|.*first=2.*\|.*first=1/);
  });

  it('lost, with the last request, until the user retries by keyboard, and how many requests came meanwhile', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (let n = 1; n <= 2; n++) await server.get(`/get?n=${n}`);
    await open();
    await ids('2,1');
    const retry = page.getByRole('button', { name: 'Try now' });
    assert.equal(await retry.isVisible(), false);
    await page.route('**/requests/live*', (route) => route.abort());
    await page.locator('#filter').fill('path:/get');
    await page
      .locator('#state.lost', { hasText: /^Connection lost .*, last request #2; next try in \d s/ })
      .waitFor();
    await retry.waitFor();
    await showsOnly(page, 'lost');
    for (const width of [320, 390, 720, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [name, shown] of Object.entries({ retry, state: page.locator('#state') })) {
        const { x, width: wide } = await shown.evaluate((element) => element.getBoundingClientRect());
        assert.ok(x >= 0 && x + wide <= width, `${name} at ${width} px: ${x} to ${x + wide}`);
      }
    }
    for (let n = 3; n <= 5; n++) await server.get(`/get?n=${n}`);
    await page.unroute('**/requests/live*');
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.locator('#count', { hasText: /^5 of 5 requests · 3 while away$/ }).waitFor();
    await ids('5,4,3,2,1');
    assert.equal(await retry.isVisible(), false);
  });

  it('none after the stream was closed, with all requests that were missed, once', async (t) => {
    const inspected = await inspect(t, { journal: 5000 });
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    await server.get('/get');
    await open();
    await ids('1');
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/requests/live'));
    await setHidden(page, true);
    await closed;
    const paths = Array.from({ length: 1150 }, (_, n) => `/get?n=${n}`);
    while (paths.length > 0) await Promise.all(paths.splice(0, 50).map((path) => server.get(path)));
    await setHidden(page, false);
    await page.locator('#count', { hasText: /^1,151 requests/ }).waitFor({ timeout: 30_000 });
    await page.waitForFunction(
      () => document.querySelector('#requests')?.getAttribute('aria-rowcount') === '1152',
    );
  });
});

/** As a tab that the user leaves, or returns to. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
