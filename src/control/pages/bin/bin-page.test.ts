import assert from 'node:assert/strict';
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
    await page.getByText('1 request, the first at').waitFor();
    assert.equal(await page.locator('#samples[open]').count(), 0);

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
    await page.getByText('2 requests, the first at').waitFor();
    const row = page.locator('#rows > .row').first();
    assert.equal(
      await row.getByRole('link').getAttribute('href'),
      `/_sparring/inspector/2?filter=bin%3A${key}`,
    );

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
    await page.getByRole('button', { name: 'Delete the bin' }).click();
    await page.getByText(`Bin ${key} is deleted.`).waitFor();
    assert.equal((await server.get(`/bin/${key}`)).status, 404);
    assert.deepEqual(await targets(), [`/bin/${key}`]);
    // The focus is on Undo.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: MARKUP }).waitFor();
    await page.getByText(`${before.length + 1} requests, the first at`).waitFor();
    assert.deepEqual(await targets(), [...before, `/bin/${key}`]);
    assert.equal((await server.get(`/bin/${key}`)).status, 503);
    assert.equal((await server.get(`/bin/${key}/a`)).text(), 'a');
    assert.equal((await server.get(`/bin/${key}/b`)).text(), 'b1');
    // The address can change before the document has its title.
    await page.waitForFunction(() => !document.title.startsWith('Loading'));
    assert.match(await page.title(), /^<img src=x/);
  });

  it('lists requests as the inspector does, as they arrive, and opens one', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    await server.control('PUT', '/bins/orders', {
      response: { status: 429, json: { a: 1 } },
      every_path: true,
    });
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    await page.goto(`${server.url}/_sparring/bins/orders`);
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.getByText('No request yet.').waitFor();
    const samples = page.locator('#samples');
    assert.equal(await samples.getAttribute('open'), '');
    // Nothing but the stream tells the page of a request.
    let readings = 0;
    page.on('request', () => readings++);
    const post = (path: string) =>
      server.send({ method: 'POST', path, fields: [['Content-Type', 'application/json']], body: '{"b":22}' });
    await post('/bin/orders/items/1');
    const rows = page.locator('#rows > .row');
    await rows.first().waitFor();
    assert.equal(await samples.getAttribute('open'), null);
    await samples.locator(':scope > summary').click();
    await post('/bin/orders/items/2?page=2');
    await rows.nth(1).waitFor();
    // The user has opened them again.
    assert.equal(await samples.getAttribute('open'), '');
    await samples.locator(':scope > summary').click();
    assert.equal(readings, 0);
    assert.deepEqual(await page.locator('#requests .head .row > span').allTextContents(), [
      'No.',
      'Time',
      'Method',
      'Target',
      'Extra',
      'Status',
      'Sent',
      'Answered',
      'Duration',
    ]);
    const row = rows.first();
    const cell = (name: string) => row.locator(`:scope > .${name}`).textContent();
    // A request in progress has a row, too.
    await row.locator(':scope > .answered', { hasText: 'json 7 B' }).waitFor();
    assert.match((await cell('time')) ?? '', /^\d\d:\d\d:\d\d\.\d{3}$/);
    assert.deepEqual([await cell('sent'), await cell('answered')], ['json 8 B', 'json 7 B']);
    assert.match((await cell('ms')) ?? '', /^[\d.]+ m?s$/);
    await row.locator('.m.m-POST').waitFor();
    await row.locator('.st.s4', { hasText: '429' }).waitFor();
    // The whole row is the link.
    await row.locator(':scope > .ms').click({ force: true });
    await page.waitForURL(/\/_sparring\/inspector\/\d+\?filter=bin%3Aorders/);
    await page.goBack();
    await rows.nth(1).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll('.method, .target, .status, .time, .ms')].flatMap((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return width === 0 || left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1
          ? [each.className]
          : [];
      }),
    );
    assert.deepEqual(cut, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
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
    await row.getByText('responds with 429 · of the shop').waitFor();
    await row.getByText('1 request', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Copy the URL of orders' }).waitFor();
    await row.getByRole('button', { name: 'Delete orders' }).click();
    await page.getByText('There is no bin.').waitFor();
    assert.equal((await server.control('GET', '/bins/orders')).status, 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('1 request', { exact: true }).waitFor();
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
    await page.reload();
    await page.getByRole('link', { name: `/bin/${key}/x` }).waitFor();
    await page.getByLabel('Status', { exact: true }).fill('503');
    await page.getByLabel('Header 1').fill('Retry-After: 1');
    await page.getByRole('button', { name: 'Save the response' }).click();
    await page.waitForLoadState();
    const answer = await server.get(`/bin/${key}`);
    assert.deepEqual([answer.status, answer.field('Retry-After'), answer.text()], [503, '1', 'ok']);
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
    await page.locator('#bin-response').getByLabel('Status', { exact: true }).fill('503');
    await page.getByRole('button', { name: 'Save the response' }).click();
    await page.locator('#response-state', { hasText: 'saved' }).waitFor();
    assert.equal((await server.get('/bin/orders')).status, 503);
    await page.locator('#list a').first().waitFor();
  });
});
