import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve } from '#test/support/servers/serve.ts';

const MARKUP = '<img src=x onerror="document.title=1">';

describe('the page of a bin', () => {
  it('shows its requests, saves its response, and restores it after its deletion', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    await page.goto(`${server.url}/_sparring/bins`);
    await page.getByRole('button', { name: 'New bin' }).click();
    await page.waitForURL(/bins\/[0-9a-f]{8}$/);
    const key = new URL(page.url()).pathname.slice('/_sparring/bins/'.length);
    assert.equal(await page.locator('#bin-url').textContent(), `${server.url}/bin/${key}`);
    assert.deepEqual((await page.locator('.samples summary').allTextContents()).slice(0, 5), [
      'curl',
      'JavaScript, fetch',
      'Python, requests',
      'Go',
      'PHP',
    ]);
    await page.getByRole('button', { name: 'Send one for me' }).click();
    const count = (text: string) => page.locator('#count', { hasText: text }).waitFor();
    await count('1 request');
    assert.equal(await page.locator('.samples').isVisible(), false);
    await page.getByText('Responds with 200').click();

    const response = page.locator('#bin-response');
    const status = response.getByLabel('Status', { exact: true });
    const description = async () => (await status.getAttribute('aria-describedby'))?.split(' ') ?? [];
    // A hint of the page, which the error must not replace.
    await status.evaluate((element) => element.setAttribute('aria-describedby', 'bin-response'));
    await status.fill('9999');
    await response.getByRole('button', { name: 'Save the response' }).click();
    await response.locator('.err').waitFor();
    assert.equal(await status.getAttribute('aria-invalid'), 'true');
    const described = await description();
    assert.deepEqual(described.slice(0, -1), ['bin-response']);
    const message = response.locator('.err');
    assert.equal(await message.getAttribute('id'), described.at(-1));
    assert.match(described.at(-1) ?? '', /-error$/);
    assert.equal(
      await message.evaluate((element) => element === element.parentElement?.lastElementChild),
      true,
    );
    // The error of another value has the same place.
    const firstText = await message.textContent();
    await status.fill('9998');
    await response.getByRole('button', { name: 'Save the response' }).click();
    await message.waitFor();
    assert.deepEqual([await message.textContent(), await description()], [firstText, described]);
    await status.fill('503');
    assert.deepEqual(await description(), described.slice(0, -1));
    await response.getByLabel('Header 1').fill('Retry-After: 1');
    await response.getByLabel('Text', { exact: true }).and(page.locator('textarea')).fill('later');
    await response.getByLabel('Delay').fill('0.01');
    let changes = 0;
    page.on('request', (each) => {
      if (each.method() === 'PATCH') changes++;
    });
    await response.getByRole('button', { name: 'Save the response' }).click();
    await response.getByText('The response is saved.').waitFor();
    assert.equal(changes, 1);
    assert.equal(await status.getAttribute('aria-invalid'), null);
    assert.equal(await response.locator('.err').count(), 0);
    const answer = await server.get(`/bin/${key}/${encodeURI(MARKUP)}`, [['X-A', MARKUP]]);
    assert.deepEqual([answer.status, answer.field('Retry-After'), answer.text()], [503, '1', 'later']);
    await count('2 requests');
    await page.getByText('Responds with 503').waitFor();
    await page.getByText('No name and no note').click();
    await page.getByLabel('Name', { exact: true }).fill(MARKUP);
    await page.getByLabel('Note').fill(MARKUP);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      `**/_sparring/bins/${key}`,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const sent = page.waitForRequest((each) => each.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save name and note' }).click();
    await sent;
    // The heading has the name that is saved.
    const heading = page.getByRole('heading', { level: 1 });
    assert.equal((await heading.textContent())?.includes(MARKUP), false);
    release();
    await page.getByRole('heading', { level: 1, name: MARKUP }).waitFor();
    await page.locator('#bin-about').getByText('Name and note are saved.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: MARKUP }).waitFor();
    await server.control('POST', '/rules', [
      { bin: key, match: { path: '/a' }, respond: { body: 'a' } },
      { bin: key, match: { path: '/b' }, respond: [{ body: 'b1' }, { body: 'b2' }] },
    ]);
    const targets = async () => {
      const { requests } = JSON.parse((await server.get(`/_sparring/requests?bin=${key}`)).text());
      return requests.map(({ request }: { request: { target: string } }) => request.target);
    };
    const before = await targets();
    assert.equal(before.length, 2);
    await page.locator('#name-line').click();
    await page.getByRole('button', { name: 'Delete the bin' }).click();
    await page.getByText(`Bin ${key} is deleted.`).waitFor();
    for (const part of ['#bin', '.bars', '.panes'])
      assert.equal(await page.locator(part).isVisible(), false, part);
    assert.equal((await server.get(`/bin/${key}`)).status, 404);
    assert.deepEqual(await targets(), [`/bin/${key}`]);
    // The focus is on Undo.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: MARKUP }).waitFor();
    await count(`${before.length + 1} requests`);
    assert.deepEqual(await targets(), [...before, `/bin/${key}`]);
    assert.equal((await server.get(`/bin/${key}`)).status, 503);
    assert.equal((await server.get(`/bin/${key}/a`)).text(), 'a');
    assert.equal((await server.get(`/bin/${key}/b`)).text(), 'b1');
    // The address can change before the document has its title.
    await page.waitForFunction(() => !document.title.startsWith('Loading'));
    assert.match(await page.title(), /^<img src=x/);
  });

  it('is the inspector of its requests: live rows, detail, filter, archive and deletion', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    await server.control('PUT', '/bins/orders', {
      response: { status: 429, json: { a: 1 } },
      every_path: true,
    });
    await server.get('/get');
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    for (const path of ['bins/unknown', 'inspector?bin=unknown', 'inspector/1?bin=unknown'])
      assert.equal((await server.get(`/_sparring/${path}`, [['Accept', 'text/html']])).status, 404, path);
    await page.goto(`${server.url}/_sparring/bins/orders`);
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    const post = (path: string) =>
      server.send({ method: 'POST', path, fields: [['Content-Type', 'application/json']], body: '{"b":22}' });
    const rows = page.locator('#rows > .row');
    const count = (text: string) => page.locator('#count', { hasText: new RegExp(`^${text}$`) }).waitFor();
    await post('/bin/orders/items/1');
    await count('1 request');
    assert.equal(await page.locator('#no-request').isVisible(), false);
    await post('/bin/orders/items/2?page=2');
    await server.get('/get?of=another');
    await post('/bin/orders/items/3');
    await count('3 requests');
    assert.deepEqual(await rows.locator('.target').allTextContents(), [
      '/bin/orders/items/3',
      '/bin/orders/items/2?page=2',
      '/bin/orders/items/1',
    ]);

    // All have the bin of the page.
    assert.equal(await rows.first().locator('.badge').isVisible(), false);

    await rows.nth(1).click();
    await page.locator('#detail').getByText('"b"').waitFor();
    await page.waitForURL(/\/_sparring\/inspector\/3\?bin=orders&run=/);
    assert.equal(await page.locator('#bin-url').textContent(), `${server.url}/bin/orders`);
    // The address of an entry is that of its page, in the bin.
    await page.reload();
    await page.locator('#detail').getByText('"b"').waitFor();
    await count('3 requests');
    await page.goBack();
    await page.waitForURL(/\/_sparring\/bins\/orders$/);
    await page.locator('#detail').waitFor({ state: 'hidden' });

    await page.locator('#filter').fill('path:*/2 OR path:/get');
    await count('1 of 3 requests');
    await page.waitForURL(/\/_sparring\/inspector\?bin=orders&filter=/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the shown requests as HAR' }).click();
    const file = await (await saved).path();
    const { log } = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual(
      log.entries.map(({ request }: { request: { url: string } }) => new URL(request.url).search),
      ['?page=2'],
    );
    await page.locator('#chips').getByRole('button', { name: 'Status' }).click();
    await page.locator('#values-menu').getByRole('button', { name: '429 1' }).waitFor();
    assert.equal(await page.locator('#values-menu').getByText('200').count(), 0);
    await page.keyboard.press('Escape');

    await page.locator('#filter').fill('path:/nothing');
    await page.getByText('None of 3 requests matches.').waitFor();
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await count('3 requests');
    await page.waitForURL(/\/_sparring\/bins\/orders$/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete all except marked' }).click();
    await page.locator('#toast .toast', { hasText: '3 requests deleted' }).waitFor();
    assert.equal(JSON.parse((await server.get('/_sparring/requests')).text()).requests.length, 2);
    await page.locator('#toast').getByRole('button', { name: 'Undo' }).click();
    await count('3 requests');

    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await rows.first().click();
    await page.locator('#detail').waitFor();
    // The detail has the window.
    assert.equal(await page.locator('#bin').isVisible(), false);
  });

  it('lists bins with their URLs, makes one with a name, and deletes one with an undo', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    await server.control('PUT', '/bins/orders', { note: 'of the shop', response: { status: 429 } });
    await server.get('/bin/orders/a');
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    await page.goto(`${server.url}/_sparring/bins`);
    const row = page.locator('.bin-list > li', { hasText: 'orders' });
    await row.getByText(`${server.url}/bin/orders`).waitFor();
    await row.getByText('Responds with 429 · of the shop').waitFor();
    await row.getByText('1 request', { exact: true }).waitFor();
    await row.getByText(/^429GET\d+ s ago$/).waitFor();
    const recent = row.getByRole('img', { name: '1 request in the last 16 minutes' });
    assert.equal(await recent.locator('rect:not(.none)').count(), 1);
    await server.send({ method: 'PUT', path: '/bin/orders/b' });
    await row.getByText(/^429PUT\d+ s ago$/).waitFor();
    await row.getByRole('img', { name: '2 requests in the last 16 minutes' }).waitFor();
    await server.control('PUT', '/bins/unused', {});
    const unused = page.locator('.bin-list > li', { hasText: 'unused' });
    await unused.getByText('no request yet').waitFor();
    await unused.getByRole('button', { name: 'Delete unused' }).click();
    await unused.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.equal(await row.getByText('PUT').isVisible(), true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('button', { name: 'Copy the URL of orders' }).waitFor();
    await row.getByRole('button', { name: 'Delete orders' }).click();
    await page.getByText('There is no bin.').waitFor();
    assert.equal((await server.control('GET', '/bins/orders')).status, 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('2 requests', { exact: true }).waitFor();
    assert.equal((await server.get('/bin/orders/a')).status, 429);
    await page.getByLabel('Name, optional').fill('my-bin');
    await page.getByRole('button', { name: 'New bin' }).click();
    await page.getByText(`${server.url}/bin/my-bin`).first().waitFor();
  });

  it('works without a script', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    const { page } = await visitIn(browser, server.url, { javaScriptEnabled: false });
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'New bin' }).click();
    await page.waitForURL(/bins\/[0-9a-f]{8}$/);
    const key = new URL(page.url()).pathname.slice('/_sparring/bins/'.length);
    await server.get(`/bin/${key}/x`);
    await server.get('/get');
    await page.reload();
    await page.getByRole('link', { name: `/bin/${key}/x` }).waitFor();
    assert.equal(await page.locator('#rows > .row').count(), 1);
    await page.goto(`${server.url}/_sparring/bins`);
    await page.getByText(/^200GET\d+ s ago$/).waitFor();
    await page.getByRole('img', { name: '1 request in the last 16 minutes' }).waitFor();
    await page.getByRole('link', { name: key, exact: true }).click();
    await page.getByText('Responds with 200').click();
    await page.getByLabel('Status', { exact: true }).fill('503');
    await page.getByLabel('Header 1').fill('Retry-After: 1');
    await page.getByRole('button', { name: 'Save the response' }).click();
    await page.getByText('Responds with 503').waitFor();
    const answer = await server.get(`/bin/${key}`);
    assert.deepEqual([answer.status, answer.field('Retry-After'), answer.text()], [503, '1', 'ok']);
    await page.getByRole('link', { name: `/bin/${key}/x` }).click();
    await page.waitForURL(new RegExp(`/_sparring/inspector/\\d+\\?bin=${key}$`));
    await page.getByRole('button', { name: /^Delete #/ }).click();
    await page.getByRole('button', { name: 'Undo the deletion' }).click();
    await page.waitForURL(new RegExp(`/_sparring/bins/${key}$`));
    await page.getByText('No name and no note').click();
    await page.getByRole('button', { name: 'Delete the bin' }).click();
    await page.waitForURL(/\/bins$/);
    await page.getByText('There is no bin.').waitFor();
  });

  it('is shown and changed by a browser that has the control token only', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const controlToken = 'a-token-of-some-length';
    const server = await serve(t, { controlToken });
    await server.get('/bin/orders');
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    await page.goto(`${server.url}/_sparring/bins/orders`);
    await page.locator('#sign-in input').fill(controlToken);
    await page.keyboard.press('Enter');
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.getByText('The endpoints respond').click();
    await page.locator('#bin-response').getByLabel('Status', { exact: true }).fill('503');
    await page.getByRole('button', { name: 'Save the response' }).click();
    await page.locator('#response-state', { hasText: 'saved' }).waitFor();
    assert.equal((await server.get('/bin/orders')).status, 503);
    await page.locator('#rows a').first().waitFor();
  });
});
