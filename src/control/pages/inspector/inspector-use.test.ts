import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import type { ServerOptions } from '#server/server.ts';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);

/** The page of a new server; undefined where there is no Chromium. */
async function inspect(
  t: TestContext,
  options: Partial<ServerOptions> = {},
  viewport = { width: 1280, height: 800 },
) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t, options);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, errors } = await visitIn(browser, server.url, { permissions, viewport });
  t.after(() => assert.deepEqual(errors, []));
  const open = async (path = '') => {
    await page.goto(`${server.url}/_sparring/inspector${path}`);
    await page.locator('#state', { hasText: /^Live/ }).waitFor();
  };
  const row = (id: number) => page.locator(`[data-id="${id}"]`);
  const ids = async (expected: string) => {
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('#rows .id')].map((cell) => cell.textContent).join() === text,
      expected,
    );
  };
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  return { browser, server, page, open, row, ids, clipboard };
}

describe('the inspector in use', () => {
  it('has its rows and the body near the top, with the ends of targets, at three sizes', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    for (let n = 0; n < 30; n++) await server.get(`/anything/users/${n}?page=${n}&more=${'x'.repeat(40)}`);
    const headers = Array.from({ length: 8 }, (_, n) => [`X-${n}`, 'value'] as const);
    const fields = [...headers, ['Content-Type', 'application/json'] as const];
    await server.send({ method: 'POST', path: '/post', fields, body: '{"a":1}' });
    for (const [width, height, rowTop, bodyTop] of [
      [1280, 800, 156, 300],
      [1440, 900, 156, 300],
      [390, 844, 190, 420],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open();
      await row(31).waitFor();
      const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
      assert.ok((await top('[data-id="31"]')) <= rowTop, `${width}: ${await top('[data-id="31"]')}`);
      const filter = await page.locator('#filter').boundingBox();
      assert.ok((filter?.width ?? 0) >= 150, `${width}: ${filter?.width}`);
      const end = page.locator('[data-id="30"] .target > span + span');
      assert.ok((await end.boundingBox())?.width ?? 0 > 50);
      const visible = await page.evaluate(
        () =>
          [...document.querySelectorAll('#rows .row')].filter(
            (each) => each.getBoundingClientRect().bottom <= innerHeight,
          ).length,
      );
      if (width === 1280) assert.ok(visible >= 20, `${visible} rows`);
      await row(31).click();
      await page.locator('.json').first().waitFor();
      assert.ok((await top('.body-view')) <= bodyTop, `${width}: ${await top('.body-view')}`);
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.ok((await page.evaluate<number>(excess)) <= 0);
    }
    await page.goBack();
    await page.locator('#detail').waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 320, height: 600 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
  });

  it('folds a long text of JSON, and shows a connection without a request as no fault', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const long = JSON.stringify('a'.repeat(2000));
    await server.send({
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'application/json']],
      body: `{"long":${long},"short":"b"}`,
    });
    // Once a page is open, the server takes such a connection for one of the browser.
    const socket = connect(server.port, '127.0.0.1', () => socket.end()).resume();
    await once(socket, 'close');
    await open();
    await row(2).locator('.target.unused', { hasText: 'Connection without a request' }).waitFor();
    assert.equal(await row(2).locator('.st').count(), 0);
    await row(1).click();
    const leaf = page.locator('.pane').first().locator('.json .leaf').first();
    assert.ok(((await leaf.textContent()) ?? '').length < 400);
    await leaf.getByRole('button', { name: 'Show all 2,002 characters' }).click();
    await leaf.getByRole('button').waitFor({ state: 'detached' });
    assert.equal(await leaf.textContent(), `"long": ${long}`);
  });

  it('shows the parts of an upload with preview and download, and decodes bodies', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const form = new FormData();
    form.append('name', 'Mona');
    form.append('avatar', new Blob([PNG], { type: 'image/png' }), 'my avatar.png');
    form.append('notes', new Blob(['line one\nline two'], { type: 'text/plain' }), 'read me.txt');
    await fetch(`${server.url}/post`, { method: 'POST', body: form });
    const coded = (body: Buffer) =>
      server.send({
        method: 'POST',
        path: '/anything/gz',
        fields: [
          ['Content-Encoding', 'gzip'],
          ['Content-Type', 'application/json'],
        ],
        body,
      });
    await coded(gzipSync('{"big":12345678901234567890,"a":1,"a":2}'));
    const corrupt = gzipSync('x'.repeat(10));
    corrupt.fill(255, 10, 16);
    await coded(corrupt);
    await open();
    assert.equal(await page.locator('[data-id="1"] .sent').textContent(), `2 files ${await sizeOf(page)}`);
    await row(1).click();
    const parts = page.getByRole('region', { name: 'Parts of the form (table)' });
    await parts.getByRole('img', { name: 'my avatar.png' }).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('#detail img')?.naturalWidth === 10,
    );
    const rows = await parts.locator('tbody tr').all();
    assert.deepEqual(await Promise.all(rows.map((each) => each.locator('td').allTextContents())), [
      ['name4 B', 'Mona', 'Download'],
      [`avatarmy avatar.pngimage/png, ${PNG.length} B`, '', 'Download'],
      ['notesread me.txttext/plain, 17 B', 'line one\nline two', 'Download'],
    ]);
    const downloading = page.waitForEvent('download');
    await parts.getByRole('button', { name: 'Download my avatar.png' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'my avatar.png');
    assert.equal(hash('sha256', readFileSync(await download.path())), hash('sha256', PNG));
    await row(2).click();
    await page.getByText('Decoded from gzip.').waitFor();
    assert.deepEqual(await page.locator('.pane').first().locator('.json .leaf').allTextContents(), [
      '"big": 12345678901234567890',
      '"a": 1',
      '"a": 2',
    ]);
    await page.getByLabel('As sent').check();
    await page.getByText('00000000  1f 8b').waitFor();
    await row(3).click();
    await page.getByText(/^The coding gzip cannot be decoded after byte \d+/).waitFor();
  });

  it('deletes what is shown, chosen or selected, and undoes it; links, marks and notes stay', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { browser, server, page, open, row, ids, clipboard } = inspected;
    for (let n = 1; n <= 6; n++) await server.get(n % 2 ? `/anything/a${n}` : '/get');
    await open('?filter=path:/anything/a*');
    await ids('5,3,1');
    await page.locator('[popovertarget="more-menu"]').click();
    await page.getByRole('button', { name: 'Delete the 3 shown' }).click();
    await page.getByText('None of 3 requests matches.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await ids('5,3,1');
    await page.locator('#clear-filter').evaluate((link: HTMLElement) => link.click());
    await ids('6,5,4,3,2,1');
    await row(6).click({ modifiers: ['Control'] });
    await row(4).click({ modifiers: ['Control'] });
    await page.keyboard.press('Delete');
    await ids('5,3,2,1');
    await page.keyboard.press('z');
    await ids('6,5,4,3,2,1');
    await row(3).click();
    await page.locator('#detail summary[title="More"]').click();
    await page.getByRole('button', { name: /^Note/ }).click();
    await page.getByLabel('Note', { exact: true }).fill('<img onerror> the third');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Note: <img onerror> the third').waitFor();
    await page.getByRole('button', { name: 'Mark', exact: true }).click();
    await page.getByRole('button', { name: 'Unmark' }).waitFor();
    await page.locator('#detail h2').focus();
    await page.keyboard.press('y');
    await page.locator('#announcement', { hasText: 'The link is copied.' }).waitFor({ state: 'attached' });
    const link = await clipboard();
    assert.match(link, /\/_sparring\/inspector\/3\?run=[\da-f]{6}$/);
    const other = await (await browser.newContext()).newPage();
    for (const load of [() => other.goto(link), () => other.reload()]) {
      await load();
      await other.getByText('Note: <img onerror> the third').waitFor();
    }
    await other.goto(link.replace(/run=\w+/, 'run=000000'));
    await other.getByText('This link is of an earlier start of the server.').waitFor();
    await row(1).click();
    await page.goBack();
    await page.locator('#detail h2', { hasText: '#3 ' }).waitFor();
    await page.goForward();
    await page.locator('#detail h2', { hasText: '#1 ' }).waitFor();
    await page.locator('[popovertarget="more-menu"]').click();
    await page.getByRole('button', { name: 'Delete all except marked' }).click();
    await ids('3');
  });

  it('shows an Undo for a minute after a key has deleted something', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row, ids } = inspected;
    for (let n = 1; n <= 3; n++) await server.get(`/get?n=${n}`);
    await page.clock.install();
    await open();
    await ids('3,2,1');
    await row(2).click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    await page.keyboard.press('Delete');
    await ids('3,1');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    await page.clock.fastForward(45_000);
    assert.ok(await undo.isVisible());
    await page.clock.fastForward(16_000);
    await undo.waitFor({ state: 'hidden' });
  });

  it('hides own pages, holds new rows under the pointer, and shows a lost connection', async (t) => {
    const inspected = await inspect(t, { journal: 20 });
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    await server.get('/get');
    for (const path of ['/', '/docs', '/docs/guides', '/compose/builder']) await page.goto(server.url + path);
    await open();
    await ids('1');
    await page.getByRole('button', { name: /^own pages hidden: \d+, show$/ }).click();
    await page.locator('[data-id="1"]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('#rows .row').length > 4);
    await page.getByRole('button', { name: 'hide own pages' }).click();
    await ids('1');
    const first = page.locator('[data-id="1"]');
    await first.hover();
    const place = await first.boundingBox();
    await server.get('/get');
    await page.getByRole('button', { name: '1 new request ↑' }).waitFor();
    assert.deepEqual(await first.boundingBox(), place);
    await page.keyboard.press('.');
    await page.waitForFunction(() => document.querySelectorAll('#rows .row').length === 2);
    await page.route('**/requests/live*', (route) => route.abort());
    await page.locator('#filter').fill('method:GET');
    await page.locator('#state', { hasText: /^Connection lost .*next try in \d s/ }).waitFor();
    await page.unroute('**/requests/live*');
    await page.locator('#state', { hasText: /^Live/ }).waitFor();
    await page.locator('#filter').fill('nosuchthing:foo');
    await page.locator('#filter[aria-invalid]').waitFor();
    await page.getByText('Showing the last valid filter').waitFor();
    assert.equal(await page.locator('#rows .row').count(), 2);
    await page.locator('#filter').fill('path:/never');
    await page.getByText('None of 2 requests matches.').waitFor();
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await page.locator('[data-id="1"]').waitFor();
  });

  it('edits and sends again, answers like a request, and copies an assertion that holds', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row, clipboard } = inspected;
    const fields = [['Content-Type', 'application/json']] as const;
    await server.send({ method: 'POST', path: '/post', fields, body: '{"user":"mona"}' });
    await open();
    await row(1).click();
    await page.locator('summary[aria-label="Copy as…"]').click();
    await page.getByRole('button', { name: 'Assertion (JSON)' }).click();
    await page.locator('#announcement', { hasText: 'copied as Assertion' }).waitFor({ state: 'attached' });
    const awaiting = JSON.parse(await clipboard());
    const check = async (after: number) => {
      const body = JSON.stringify({ ...awaiting, after, within: '10ms' });
      const answer = await server.send({ method: 'POST', path: '/_sparring/requests/await', body });
      assert.notEqual(answer.status, 400, answer.text());
      return answer.status;
    };
    assert.equal(await check(0), 200);
    await server.send({ method: 'POST', path: '/post', fields, body: '{"user":"other"}' });
    assert.equal(await check(1), 408);

    await page.getByRole('button', { name: 'Edit and resend' }).first().click();
    await page.getByRole('textbox', { name: 'Method' }).fill('PUT');
    await page.getByLabel('Target, on this server').fill('/put');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('#detail h2', { hasText: '#3 PUT /put' }).waitFor();
    await page.locator('.summary', { hasText: 'again of #1' }).waitFor();

    await server.get('/status/418');
    await page.locator('#filter').fill('status:418');
    await row(4).click();
    await page.locator('#detail h2', { hasText: '#4' }).waitFor();
    await page.getByRole('button', { name: 'Answer like this' }).first().click();
    await page
      .getByText(/^The rule .* answers such requests like this\./)
      .first()
      .waitFor();
    const answer = await server.get('/status/418');
    assert.equal(answer.status, 418);
    const { rules } = JSON.parse((await server.get('/_sparring/rules')).text());
    assert.equal(rules[0].applied, 1);
    await page.locator('#output').getByRole('button', { name: 'Undo' }).click();
    await page.locator('#output').getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    assert.equal(JSON.parse((await server.get('/_sparring/rules')).text()).rules.length, 0);
  });

  it('answers the next equal request with the recorded status, headers and body', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const first = [
      await server.get('/uuid'),
      await server.get('/compose/status=418/header=X-A:one/body=tea/end'),
    ];
    assert.notEqual((await server.get('/uuid')).text(), first[0]?.text());
    await open();
    for (const [index, path] of ['/uuid', '/compose/status=418/header=X-A:one/body=tea/end'].entries()) {
      await row(index + 1).click();
      await page.locator('#detail h2', { hasText: `#${index + 1} ` }).waitFor();
      await page.getByRole('button', { name: 'Answer like this' }).first().click();
      await page.locator('#output', { hasText: /^The rule \S+ answers such requests like this\./ }).waitFor();
      const again = await server.get(path);
      assert.equal(await rulesOf(server), index + 1);
      assert.equal(again.status, first[index]?.status);
      assert.equal(again.text(), first[index]?.text());
      for (const name of ['Content-Type', 'X-A'])
        assert.equal(again.field(name), first[index]?.field(name), `${path}: ${name}`);
    }
    // The rule is for this path only.
    assert.equal((await server.get('/get')).status, 200);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('#output', { hasText: /^The rule/ }).waitFor({ state: 'detached' });
    assert.equal(await rulesOf(server), 1);
  });

  it('shows the messages of a WebSocket', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo`);
    await once(socket, 'open');
    for (const text of ['one', '<img onerror>', 'three']) {
      socket.send(text);
      await once(socket, 'message');
    }
    await open();
    await row(1).click();
    // They are what the exchange consists of.
    await page.getByRole('tab', { name: 'Messages', selected: true }).waitFor();
    const cells = (column: number) =>
      page.locator(`[aria-label="Messages (table)"] tbody td:nth-child(${column})`).allTextContents();
    await page.getByText('<img onerror>').first().waitFor();
    assert.deepEqual(await cells(4), ['one', 'one', '<img onerror>', '<img onerror>', 'three', 'three']);
    await page.getByLabel('Direction').selectOption('sent');
    assert.deepEqual((await cells(2)).length, 3);
    socket.send('four');
    await page.getByRole('cell', { name: 'four' }).waitFor();
    socket.send('{"a":[1]}');
    await page.getByLabel('Direction').selectOption('received');
    await page.getByRole('button', { name: '{"a":[1]}' }).click();
    await page.getByRole('region', { name: 'Message 9' }).locator('.leaf', { hasText: '0: 1' }).waitFor();
    socket.send(Buffer.from([1, 2, 255]));
    await page.getByRole('button', { name: '01 02 ff' }).waitFor();
    // These bytes are a text, too.
    socket.send(Buffer.from([1, 2, 0x41]));
    await page.getByRole('button', { name: '01 02 41' }).click();
    await page.locator('pre.hex', { hasText: '00000000  01 02 41' }).waitFor();
    socket.close();
  });

  it('says once why a connection failed, and that an image is none', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const socket = connect(server.port, '127.0.0.1', () => socket.end('NOT HTTP AT ALL\r\n\r\n'));
    await once(socket.resume(), 'close');
    await server.send({
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'image/png']],
      body: Buffer.concat([PNG.subarray(0, 8), Buffer.alloc(100)]),
    });
    await open();
    await row(1).click();
    const detail = page.locator('#detail');
    const title = await detail.locator('h2').textContent();
    assert.match(String(title), /^#1 .+ at byte \d+$/);
    assert.equal(await detail.getByText(String(title).slice(3), { exact: true }).count(), 0);
    assert.doesNotMatch(String(await detail.textContent()), /request 0 of it/);
    await row(2).click();
    await detail.getByText('The browser cannot show the image.').waitFor();
  });

  it('is used by keyboard alone, in few stops', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, clipboard } = inspected;
    for (let n = 0; n < 40; n++) await server.get(`/get?n=${n}`);
    await open();
    await page.locator('[data-id="40"] a[tabindex="0"]').waitFor();
    await page.keyboard.press('/');
    let stops = 0;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (; stops < 20 && !(await focused()).startsWith('GET /get'); stops++) await page.keyboard.press('Tab');
    assert.ok(stops < 13, `${stops} stops to the list`);
    assert.match(
      await focused(),
      /^GET \/get\?n=39, 200, [\d.]+ milliseconds, \d\d:\d\d:\d\d\.\d{3}, number 40$/,
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('#detail h2', { hasText: '#39 ' }).waitFor();
    assert.match(await focused(), /number 39$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await page.keyboard.press(']');
    await page.locator('.pane').first().getByRole('radio', { name: 'Headers', checked: true }).waitFor();
    await page.keyboard.press('c');
    await page.locator('#announcement', { hasText: 'copied as curl' }).waitFor({ state: 'attached' });
    assert.match(await clipboard(), /^curl/);
    await page.keyboard.press('r');
    await page.locator('#detail h2', { hasText: '#41 ' }).waitFor();
    await page.locator('#detail h2').focus();
    await page.keyboard.press('Delete');
    await page.getByText('#41 deleted').waitFor();
    // The next row is selected.
    await page.locator('#detail h2', { hasText: '#40 ' }).waitFor();
    await page.keyboard.press('z');
    await page.getByText('#41 deleted').waitFor({ state: 'hidden' });
    await page.locator('#detail h2', { hasText: '#41 ' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

/** The size of the body of the first request, as the page shows it. */
async function sizeOf(page: import('playwright-core').Page): Promise<string> {
  return (await page.locator('[data-id="1"] .sent').textContent())?.split(' ').slice(2).join(' ') ?? '';
}

/** Number of rules of the server. */
async function rulesOf(server: TestServer): Promise<number> {
  const answer = await server.get('/_sparring/rules');
  return JSON.parse(answer.text()).rules.length;
}
