import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { findFaults } from '#test/browser/page-faults.ts';
import { type Visit, visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

interface Inspected {
  readonly server: TestServer;
  readonly visit: Visit;
  /** The texts of a column of the list, the newest first. */
  column(name: string): Promise<string[]>;
  open(filter?: string): Promise<void>;
  /** Waits until the column has these texts. */
  columnWhen(name: string, texts: readonly string[]): Promise<void>;
}

/** The page of a new server in a browser; undefined where there is no Chromium. */
async function inspect(t: TestContext, options: Partial<ServerOptions> = {}): Promise<Inspected | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t, options);
  const visit = await visitIn(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visit;
  t.after(() => {
    assert.deepEqual(visit.errors, []);
    assert.deepEqual(
      visit.requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:')),
      [],
    );
  });
  const column = (name: string) => page.locator(`#rows .row > .${name}`).allTextContents();
  return {
    server,
    visit,
    column,
    async open(filter) {
      await page.goto(
        `${server.url}/_sparring/inspector${filter ? `?filter=${encodeURIComponent(filter)}` : ''}`,
      );
      await page.locator('#state', { hasText: /^Live/ }).waitFor();
    },
    async columnWhen(name, texts) {
      for (let attempt = 0; ; attempt++) {
        const found = await column(name);
        if (attempt === 40 || String(found) === String(texts)) return assert.deepEqual(found, texts);
        await page.waitForTimeout(50);
      }
    },
  };
}

describe('the inspector', () => {
  it('shows how to send a request, and shows its row at once', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open, columnWhen } = inspected;
    await open();
    assert.deepEqual((await visit.page.locator('#empty code').allTextContents()).slice(0, 2), [
      server.url,
      `curl --json '{"id":1}' ${server.url}/anything`,
    ]);
    // One language at a time.
    const codes = visit.page.locator('.samples code:visible');
    assert.equal(await codes.count(), 1);
    await visit.page.locator('.samples summary', { hasText: 'Python' }).click();
    assert.deepEqual(await codes.allTextContents(), [
      `requests.post('${server.url}/anything', json={'id': 1})`,
    ]);
    // Nothing can be saved or paused yet.
    for (const id of ['pause', 'save-har']) assert.ok(await visit.page.locator(`#${id}`).isDisabled());
    await visit.page.evaluate(`
      void (window.seen = new Promise((resolve) => new MutationObserver(() => {
        if (document.querySelector('#rows .row .target')) resolve(Date.now());
      }).observe(document.querySelector('#requests'), { childList: true, subtree: true })));
    `);
    await server.get('/get?a=1');
    const arrived = Date.now();
    const seen = Number(await visit.page.evaluate('window.seen'));
    // Without load, less than 200 ms. A busy machine delays the browser.
    assert.ok(seen - arrived < 3000, `${seen - arrived} ms`);
    await columnWhen('target', ['/get?a=1']);
    await columnWhen('status', ['200']);
    // The pointer is over the list, whose later rows would wait.
    await visit.page.mouse.move(2, 2);
    await server.get('/sequence/s1/status=503/end');
    await columnWhen('extra', ['attempt 1', '']);
    assert.equal(
      await visit.page.getByRole('columnheader').count(),
      await visit.page.locator('[data-id="1"] > span').count(),
    );
    assert.ok(!(await visit.page.locator('#empty').isVisible()));
  });

  it('filters by words, which stay in the URL, and explains an invalid filter', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open, columnWhen } = inspected;
    const { page } = visit;
    for (const path of ['/get', '/status/503', '/bin/t1/get']) await server.get(path);
    await open('status:5xx');
    await columnWhen('target', ['/status/503']);
    await page.locator('#filter').fill('bin:t1');
    await columnWhen('target', ['/bin/t1/get']);
    assert.equal(new URL(page.url()).search, '?filter=bin%3At1');
    await server.get('/get');
    await server.get('/bin/t1/headers');
    await columnWhen('target', ['/bin/t1/headers', '/bin/t1/get']);
    await page.locator('#filter').fill('metod:GET');
    await page.locator('#filter-problem', { hasText: 'did you mean method' }).waitFor();
    await page.locator('#filter').fill('');
    await columnWhen('id', ['5', '4', '3', '2', '1']);
    assert.equal(new URL(page.url()).search, '');
  });

  it('pauses, and clears the list', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open, columnWhen } = inspected;
    const { page } = visit;
    await server.get('/get');
    await open();
    await columnWhen('id', ['1']);
    await page.getByRole('button', { name: 'Pause' }).click();
    await server.get('/get');
    await page.locator('#state', { hasText: 'Paused, 1 new' }).waitFor();
    await columnWhen('id', ['1']);
    await page.getByRole('button', { name: 'Continue' }).click();
    await columnWhen('id', ['2', '1']);
    await page.locator('[popovertarget="more-menu"]').click();
    await page.getByRole('button', { name: 'Delete all except marked' }).click();
    await columnWhen('id', []);
    assert.deepEqual(Object((await server.get('/_sparring/requests')).json()).requests, []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await columnWhen('id', ['2', '1']);
  });

  it('shows an entry in tabs, its body in formats, and masked values when asked', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open } = inspected;
    const { page } = visit;
    await server.send({
      method: 'POST',
      path: '/post?token=query-secret-value',
      fields: [
        ['Authorization', 'Bearer header-secret-value'],
        ['Content-Type', 'application/json'],
        ['X-oDD', '1'],
        ['x-A', '1'],
        ['x-A', '2'],
      ],
      body: '{"name":"Mona","password":"body-secret-value"}',
    });
    await open();
    await page.locator('[data-id="1"]').click();
    const detail = page.getByRole('region', { name: 'Selected request' });
    await detail.locator('.leaf', { hasText: '"name": "Mona"' }).first().waitFor();
    assert.doesNotMatch(await page.content(), /(?:query|header|body)-secret/);
    assert.deepEqual(await detail.locator('.tag').allTextContents(), [
      'unusual case',
      'repeated',
      'unusual case',
      'repeated',
      'unusual case',
    ]);
    await detail.getByRole('button', { name: 'Reveal Authorization' }).click();
    await detail.getByText('Bearer header-secret-value').waitFor();
    assert.doesNotMatch((await detail.textContent()) ?? '', /(?:query|body)-secret/);
    await detail.getByRole('button', { name: 'Reveal the target' }).click();
    await detail.getByText('/post?token=query-secret-value').waitFor();
    const request = detail.getByRole('region', { name: 'Request', exact: true });
    await request.getByLabel('Hex').check();
    await request.getByText('Reveal them in the format Text first').waitFor();
    await request.getByLabel('Text').check();
    await request.getByRole('button', { name: 'Reveal the masked values' }).click();
    await request.getByText('{"name":"Mona","password":"body-secret-value"}').waitFor();
    await request.getByLabel('Hex').check();
    await request.getByText('00000000  7b 22 6e 61 6d 65 22 3a').waitFor();
    await request.getByRole('radio', { name: 'Raw' }).check();
    await request.getByText('X-oDD: 1').waitFor();
    await detail.getByRole('region', { name: 'Response', exact: true }).getByText('"url": ').waitFor();
    await detail.getByText(/^Connection 1\.1, HTTP\/1\.1/).click();
    await detail.getByText('1, request 1 of it').waitFor();
    // The part that a pane shows stays for other requests.
    await request.getByRole('radio', { name: 'Raw' }).focus();
    await page.keyboard.press('ArrowLeft');
    await request.getByRole('radio', { name: 'Query', checked: true }).waitFor();
    await server.get('/ip?n=1');
    await page.locator('[data-id="2"]').click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    await request.getByRole('radio', { name: 'Query', checked: true }).waitFor();
  });

  it('copies a request as code, saves the filtered list as HAR, and repeats a request', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open, columnWhen } = inspected;
    const { page } = visit;
    await server.send({
      method: 'PUT',
      path: '/put',
      fields: [['Authorization', 'Bearer 1234567890123']],
      body: 'x',
    });
    await server.get('/get');
    await open('method:PUT');
    await page.locator('[data-id="1"]').click();
    const menu = page.locator('summary[aria-label="Copy as…"]');
    const announced = page.locator('#announcement');
    const copied = async (format: string) => {
      await page.locator('#announcement').evaluate((element) => element.replaceChildren());
      await menu.click();
      await page.getByRole('button', { name: format, exact: true }).click();
      await announced.filter({ hasText: `copied as ${format}.` }).waitFor({ state: 'attached' });
      await page.locator('[data-action="copy"]', { hasText: 'Copied' }).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    assert.match(await copied('curl'), /^curl .*\/put/s);
    assert.match(await copied('Python'), /^import requests/m);
    assert.match(await copied('HTTPie'), /^http|\| http/m);
    assert.match(await copied('fetch'), /await fetch\(/);
    const raw = await copied('HTTP');
    assert.match(raw, /^PUT \/put HTTP\/1\.1\r?\n/);
    assert.doesNotMatch(raw, /1234567890123/);
    await menu.click();
    await page.getByLabel('with credentials').check();
    await page.keyboard.press('Escape');
    assert.match(await copied('HTTP'), /1234567890123/);
    assert.equal(await copied('URL'), `${server.url}/put`);
    assert.equal(await page.locator('[data-action="copy"]').textContent(), 'Copied');
    await page.locator('[data-action="copy"]', { hasText: 'Copy as URL' }).waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the shown requests as HAR' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    assert.deepEqual(
      JSON.parse(text).log.entries.map(({ request }: { request: { method: string } }) => request.method),
      ['PUT'],
    );
    assert.doesNotMatch(text, /1234567890123/);

    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await columnWhen('id', ['3', '1']);
    await page.getByRole('heading', { name: '#3 PUT /put' }).waitFor();
    await page.locator('.summary', { hasText: 'again of #1' }).waitFor();
  });

  it('compares two requests, without the order of the headers unless asked', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open } = inspected;
    const { page } = visit;
    await server.get('/get?a=1', [
      ['X-A', 'one'],
      ['X-B', '1'],
    ]);
    await server.get('/get?a=2', [
      ['X-B', '1'],
      ['X-A', 'two'],
    ]);
    await open();
    await page.locator('[data-id="1"]').click();
    await page.getByText('Compare', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose in the list…' }).click();
    await page.locator('[data-id="2"]').click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.waitFor();
    const parts = () => comparison.locator('tbody th').allTextContents();
    assert.deepEqual(await parts(), ['target', 'header X-A']);
    assert.deepEqual(await comparison.locator('tbody td').allTextContents(), [
      '/get?a=1',
      '/get?a=2',
      'one',
      'two',
    ]);
    await comparison.getByLabel('Order of the headers').check();
    assert.deepEqual(await parts(), ['target', 'header X-A', 'header order']);
    await comparison.getByRole('button', { name: 'Close the comparison' }).click();
    assert.ok(!(await comparison.isVisible()));
  });

  it('is used by keyboard', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open, columnWhen } = inspected;
    const { page } = visit;
    for (const path of ['/get?n=1', '/get?n=2', '/get?n=3']) await server.get(path);
    await open();
    await columnWhen('id', ['3', '2', '1']);
    const heading = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
    await page.keyboard.press('j');
    await heading('#3 GET /get?n=3');
    await page.keyboard.press('j');
    await heading('#2 GET /get?n=2');
    await page.keyboard.press('k');
    await heading('#3 GET /get?n=3');
    assert.equal(await page.locator('#rows [aria-selected=true]').getAttribute('data-id'), '3');
    await page.keyboard.press('c');
    await page
      .locator('#announcement', { hasText: 'Request 3 is copied as curl.' })
      .waitFor({ state: 'attached' });
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^curl .*n=3/s);
    await page.keyboard.press('Escape');
    await page.locator('#detail').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.keyboard.type('n=1');
    await columnWhen('id', ['1']);
    assert.ok(await page.locator('#filter').evaluate((element) => element === document.activeElement));
  });

  it('draws a timeline by connection, with the gaps between attempts', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open } = inspected;
    const { page } = visit;
    const path = '/sequence/a1/status=503/times=4/end';
    for (const wait of [0, 60, 120, 240]) {
      await page.waitForTimeout(wait);
      await server.get(path);
    }
    await open();
    await page.locator('#views').getByText('Timeline').click();
    const grid = page.getByRole('grid', { name: 'Requests by connection, the oldest first' });
    await grid.waitFor();
    assert.deepEqual(
      await grid.locator('.group').allTextContents(),
      [1, 2, 3, 4].map((id) => `Connection ${id} · HTTP/1.1 · 1 request`),
    );
    const labels = (await grid.locator('.ticks text').allTextContents()).filter((text) => text !== '//');
    // A step of 2 units follows one of 5 below 25 units.
    assert.ok(labels.length >= 4 && labels.length <= 13, labels.join());
    await grid.locator('[data-id="1"]').click();
    await page
      .locator('#gist', { hasText: /^Key sequence\/a1, 4 attempts: 503, 503, 503, 503 · gaps / })
      .waitFor();
    const gaps = await grid.locator('text.gap').allTextContents();
    assert.equal(gaps.length, 3);
    for (const gap of gaps) assert.match(gap, /^after [\d.]+ m?s$/);
    // A drag shows a part of the time, and selects no row.
    const bar = grid.locator('[data-id="3"] .waterfall');
    const { x = 0, y = 0, width = 0 } = (await bar.boundingBox()) ?? {};
    const all = labels.join();
    const shows = (isAll: boolean) =>
      page.waitForFunction(
        ([text, expected]) =>
          ([...document.querySelectorAll('.ticks text')].map((each) => each.textContent).join() === text) ===
          expected,
        [all, isAll] as const,
      );
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.75, y + 10, { steps: 3 });
    await page.mouse.up();
    await shows(false);
    await page.locator('#detail h2', { hasText: '#1 ' }).waitFor();
    await page.mouse.dblclick(x + width / 2, y + 10);
    await shows(true);
  });

  it('shows markup in every part of a request as text', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open } = inspected;
    const { page } = visit;
    const markup = '<img src=x onerror="document.title=1">';
    const part = `------x\r\nContent-Disposition: form-data; name="${markup.replaceAll('"', '%22')}"; filename="${markup.replaceAll('"', '%22')}"\r\nContent-Type: ${markup}\r\n\r\n${markup}`;
    const bodies: [type: string, body: string][] = [
      ['application/json', JSON.stringify({ [markup]: markup, password: markup })],
      ['application/x-www-form-urlencoded', new URLSearchParams({ [markup]: markup }).toString()],
      ['multipart/form-data; boundary=----x', `${part}\r\n------x--\r\n`],
      [`text/html; x=${markup}`, `<script>document.title = 1</script>${markup}`],
    ];
    for (const [type, body] of bodies)
      await exchangeBytes(
        server.port,
        `POST /anything/${markup.replaceAll(' ', '/')}?a=${markup.replaceAll(' ', '+')} HTTP/1.1\r\nHost: localhost:${server.port}\r\n` +
          `X-Markup: ${markup}\r\nCookie: a=${markup}\r\nUser-Agent: ${markup}\r\nAuthorization: Bearer ${markup}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    await exchangeBytes(server.port, `${markup}\r\n\r\n`);
    const count = bodies.length + 1;
    await open();
    await page.locator('#views').getByText('Timeline').click();
    await page.locator('#views').getByText('List').click();
    for (let id = 1; id <= count; id++) {
      await page.locator(`[data-id="${id}"]`).click();
      await page.locator('#detail h2', { hasText: `#${id} ` }).waitFor();
      for (const choice of await page.locator('.pane > header input[type=radio]').all()) {
        await choice.check();
        for (const format of await page.locator('.body-view input[type=radio]').all()) await format.check();
        const reveal = page.getByRole('button', { name: /^Reveal/ });
        // From the last one: a revealed value has no button.
        for (let at = (await reveal.count()) - 1; at >= 0; at--) await reveal.nth(at).click();
      }
    }
    await page.locator('[data-id="1"]').click();
    await page.getByText('Compare', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose in the list…' }).click();
    await page.locator('[data-id="2"]').click();
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await page.title(), 'Inspector · Sparring');
  });

  it('keeps the selected row in its place when new rows arrive', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, visit, open } = inspected;
    const { page } = visit;
    for (let count = 0; count < 30; count++) await server.get(`/get?n=${count}`);
    await open();
    await page.locator('[data-id="25"]').click();
    const place = async () => Math.round((await page.locator('[data-id="25"]').boundingBox())?.y ?? 0);
    const before = await place();
    for (let count = 0; count < 5; count++) await server.get('/get');
    await page.locator('#count', { hasText: '35 requests' }).waitFor();
    assert.ok(Math.abs((await place()) - before) <= 1);
    assert.equal(await page.locator('#rows [aria-selected=true]').getAttribute('data-id'), '25');
  });

  it('works without JavaScript as a list', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    await server.get('/get?a=1');
    await server.get('/status/503');
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${server.url}/_sparring/inspector`);
    const targets = () => page.locator('#rows .target').allTextContents();
    assert.deepEqual(await targets(), ['/status/503', '/get?a=1']);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await page.locator('#filter').fill('status:2xx');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/filter=status/);
    assert.deepEqual(await targets(), ['/get?a=1']);
  });

  for (const path of ['/_sparring/inspector', '/_sparring/panel', '/_sparring/panel/audit'])
    it(`and ${path} are readable at the width of a desktop and of a phone`, async (t) => {
      const inspected = await inspect(t);
      if (!inspected) return;
      const { server, visit } = inspected;
      await server.get(`/get?${'long'.repeat(100)}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit.page.emulateMedia({ colorScheme });
        await visit.page.goto(server.url + path);
        await visit.page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => {});
        assert.deepEqual(await findFaults(visit.page), []);
      }
    });
});
