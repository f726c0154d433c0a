import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { inspect } from '#test/browser/inspector.ts';

const JWT = `${base64({ alg: 'none' })}.${base64({ sub: 'mona', n: 12 })}.c2ln`;

describe('the list of the inspector', () => {
  it('has the columns, the groups, the order and the density of the user, after a reload too', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids, post } = inspected;
    await server.get('/get');
    await post('/post', 'text/plain', 'x'.repeat(3000));
    await server.get('/bin/b1/get');
    await post('/bin/b1/post', 'text/plain', 'x');
    await open();
    await ids('4,3,2,1');
    const heads = async () =>
      (await page.getByRole('columnheader').allTextContents()).map((text) =>
        text.replace(/^Waterfall.*/, 'Waterfall'),
      );
    const first = [
      'No.',
      'Time',
      'Method',
      'Target',
      'Extra',
      'Status',
      'Sent',
      'Answered',
      'Duration',
      'Waterfall',
      'Conn.',
    ];
    assert.deepEqual(await heads(), first);
    const menu = page.locator('[popovertarget="view-menu"]');
    await menu.click();
    const view = page.locator('#view-menu');
    await view.getByLabel('Conn.').uncheck();
    await view.getByLabel('Host').check();
    assert.deepEqual(await heads(), [...first.filter((name) => name !== 'Conn.'), 'Host']);
    const host = page.locator('[data-id="1"] .host');
    assert.equal(await host.textContent(), new URL(server.url).host);
    await view.getByLabel('Group by').selectOption('bin');
    const texts = () => page.locator('#rows .row > :first-child').allTextContents();
    assert.deepEqual(await texts(), ['Bin b1 · 2 requests', '4', '3', 'No bin · 2 requests', '2', '1']);
    await view.getByLabel('Rows').selectOption('compact');
    assert.equal((await page.locator('[data-id="1"]').boundingBox())?.height, 24);
    await page.keyboard.press('Escape');
    await view.getByLabel('Rows').waitFor({ state: 'hidden' });

    // The keys go over the headings of groups.
    await page.locator('[data-id="3"]').click();
    await page.locator('#detail h2', { hasText: '#3 ' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('#detail h2', { hasText: '#4 ' }).waitFor();

    await page.goto(`${server.url}/_sparring/inspector`);
    await page.locator('#rows .group').first().waitFor();
    assert.deepEqual(await heads(), [...first.filter((name) => name !== 'Conn.'), 'Host']);
    await menu.click();
    await view.getByLabel('Group by').selectOption('none');
    await page.keyboard.press('Escape');
    await page.locator('.head .sent').click();
    await ids('2,4,3,1');
    assert.equal(await page.locator('.head .sent').getAttribute('aria-sort'), 'descending');
    await page.locator('.head .sent').click();
    await ids('4,3,2,1');
  });

  it('shows the time of each row with milliseconds, or the gap to the row below, as the journal has it', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const wait of [0, 120, 1100]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      await server.get('/sequence/a1/status=503x2/end');
    }
    await open();
    await ids('3,2,1');
    const { requests } = JSON.parse((await server.get('/_sparring/requests/summaries')).text());
    const [third, second, first]: number[] = requests.map(({ at }: { at: number }) => at);
    const times = () => page.locator('#rows .time').allTextContents();
    for (const time of await times()) assert.match(time, /^\d\d:\d\d:\d\d\.\d{3}$/);
    await page.locator('[popovertarget="view-menu"]').click();
    await page.locator('#view-menu').getByLabel('Time', { exact: true }).first().selectOption('gap');
    const gaps = (await times()).slice(0, 2).map(parseGap);
    const expected = [(third ?? 0) - (second ?? 0), (second ?? 0) - (first ?? 0)];
    for (const [index, gap] of gaps.entries())
      assert.ok(Math.abs(gap - (expected[index] ?? 0)) <= 5, `${gaps} and ${expected}`);
  });

  it('has columns for headers of the request, for new rows and after a reload too', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    await server.get('/get', [
      ['X-Team', '<b>one</b>'],
      ['Authorization', 'Bearer abcdefghijklmnop'],
    ]);
    await server.get('/get');
    await open();
    await page.locator('[popovertarget="view-menu"]').click();
    const field = page.getByLabel('Headers');
    await field.fill('X Team');
    await field.press('Enter');
    await page.getByText('Up to five names of headers').waitFor();
    await field.fill('x-team, Authorization');
    await field.press('Enter');
    const values = (id: number) => page.locator(`[data-id="${id}"] .header`).allTextContents();
    await page.locator('[data-id="1"] .header', { hasText: '<b>one</b>' }).waitFor();
    const [, masked = ''] = await values(1);
    assert.match(masked, /^Bearer \*{4}/);
    assert.deepEqual(await values(2), ['', '']);
    assert.deepEqual(await page.locator('.head .header').allTextContents(), ['x-team', 'Authorization']);
    await page.keyboard.press('Escape');
    await page.mouse.move(2, 2);
    await server.get('/get', [['X-Team', 'two']]);
    await page.locator('[data-id="3"] .header', { hasText: 'two' }).waitFor();
    await open();
    await ids('3,2,1');
    await page.locator('[data-id="1"] .header', { hasText: '<b>one</b>' }).waitFor();
    const cut = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    assert.ok(cut <= 0);
  });

  it('keeps filters, and nothing that another page has put into the storage', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (const path of ['/get', '/status/503']) await server.get(path);
    await page.goto(server.url);
    await page.evaluate(() =>
      localStorage.setItem(
        'sparring',
        '{"columns":[1,"<b>","ms"],"filters":[1,"status:503",""],"groupBy":"x","density":{},"listPart":99,"singleKeys":1}',
      ),
    );
    await open();
    await ids('2,1');
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), ['No.', 'Target', 'Duration']);
    const menu = page.locator('[popovertarget="more-menu"]');
    await menu.click();
    await page.getByRole('button', { name: 'status:503', exact: true }).click();
    await ids('2');
    await page.locator('#filter').fill('path:/get');
    await ids('1');
    await menu.click();
    await page.getByRole('button', { name: 'Save path:/get' }).click();
    const saved = page.locator('#more-menu .saved > :first-child');
    assert.deepEqual(await saved.allTextContents(), ['path:/get', 'status:503']);
    await page.getByRole('button', { name: 'Remove the saved filter status:503' }).click();
    await open();
    await menu.click();
    assert.deepEqual(await saved.allTextContents(), ['path:/get']);
  });

  it('obeys only the keys of navigation if the user has switched off the others', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, ids } = inspected;
    for (let n = 1; n <= 3; n++) await server.get(`/get?n=${n}`);
    await open();
    await ids('3,2,1');
    await page.locator('[popovertarget="view-menu"]').click();
    await page.getByLabel('Single keys act').uncheck();
    await page.keyboard.press('Escape');
    await page.locator('[data-id="2"]').click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    for (const key of ['j', 'k', 'x', 'c', 'r', 'm', 'n', 'Delete', 'z', 'p', '?', '/', ']', 'End'])
      await page.keyboard.press(key);
    await page.keyboard.press('ArrowUp');
    await page.locator('#detail h2', { hasText: '#3 ' }).waitFor();
    assert.deepEqual(JSON.parse((await server.get('/_sparring/requests')).text()).requests.length, 3);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.locator('#pause').getAttribute('aria-pressed'), 'false');
    assert.equal(await page.locator('#announcement').textContent(), '');
    await page.keyboard.press('Escape');
    await page.locator('#detail').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Search the documentation',
    );
    await page.keyboard.type('/');
    assert.equal(await page.locator('.find input').inputValue(), '/');
  });
});

describe('the views of the inspector', () => {
  it('searches in JSON by keyboard, and opens what is closed', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { page, open, row, post } = inspected;
    const body = {
      items: Array.from({ length: 250 }, (_, id) => ({ id, tag: id === 237 ? 'Wanted' : 'x' })),
    };
    await post('/post', 'application/json', JSON.stringify({ ...body, wanted: true }));
    await open();
    await row(1).click();
    const search = page.getByLabel('Search in the JSON').first();
    await search.fill('wanted');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    assert.equal(await page.locator('.json .found').textContent(), '"tag": "Wanted"');
    assert.ok(await page.locator('.json .found').isVisible());
    await search.press('Enter');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    assert.equal(await page.locator('.json .found').textContent(), '"wanted": true');
    await search.press('Shift+Enter');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await search.fill('nothing of this');
    await page.locator('.search [role=status]', { hasText: 'none' }).waitFor();
  });

  it('opens a megabyte of JSON as a tree with few elements, which is folded, copied and searched by keyboard', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { page, open, row, post, clipboard } = inspected;
    const items = Array.from({ length: 50_000 }, (_, n) => `item ${n}`.padEnd(16));
    const text = `{"n":12345678901234567890,"n":1.0,"items":${JSON.stringify(items)}}`;
    assert.ok(text.length > 900_000 && text.length < 1024 * 1024, `${text.length}`);
    await post('/bin/b1/post', 'application/json', text);
    await open();
    await row(1).click();
    const root = page.locator('.json > details');
    await root.waitFor();
    assert.deepEqual(await page.locator('.json > details > div > .leaf').allTextContents(), [
      '"n": 12345678901234567890',
      '"n": 1.0',
    ]);
    assert.ok((await page.locator('*').count()) < 3000);
    const { keyboard } = page;
    const summary = root.locator('> summary');
    await summary.focus();
    await keyboard.press('Enter');
    await page.locator('.json > details:not([open])').waitFor({ state: 'attached' });
    await keyboard.press('Enter');
    await page.locator('.json > details[open]').waitFor();
    const path = page.getByRole('button', { name: 'Copy the path $', exact: true });
    for (
      let stops = 0;
      stops < 4 && !(await path.evaluate((each) => each === document.activeElement));
      stops++
    )
      await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.locator('#announcement', { hasText: '$ is copied.' }).waitFor({ state: 'attached' });
    assert.equal(await clipboard(), '$');
    await page.getByLabel('Search in the JSON').focus();
    await keyboard.type('item 49999');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    assert.match((await page.locator('.json .found').textContent()) ?? '', /^49999: "item 49999/);
    assert.ok((await page.locator('*').count()) < 4000);
    await page.getByRole('radio', { name: 'Text' }).first().check();
    await page.locator('.body-view pre', { hasText: 'item 49999' }).first().waitFor();
    assert.equal(await page.locator('.body-view pre').first().textContent(), text);
    // In parts, none of which ends within a character.
    const lines = `${'\u{1f600}'.repeat(9000)}\n${'a\n'.repeat(9000)}`;
    await post('/bin/b1/post', 'text/plain', lines);
    await row(2).click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    await page.locator('.body-view pre > span').nth(2).waitFor();
    assert.equal(await page.locator('.body-view pre').first().textContent(), lines);
    const parts = await page.locator('.body-view pre').first().locator('> span').allTextContents();
    assert.ok(parts.every((part) => part.isWellFormed()) && parts.at(-1)?.endsWith('a\n'));
  });

  it('shows CSV as a table, XML with indents, and JSON lines as values', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { page, open, row, post } = inspected;
    await post('/post', 'text/csv', 'name,note\r\nMona,"a ""b"", c"\r\nLisa,<img onerror>\r\n');
    await post('/post', 'application/soap+xml', '<a x="1"><!-- c --><b>text</b><c/></a>');
    await post('/post', 'application/x-ndjson', '{"a":1}\n{"b":[2]}\n');
    await open();
    await row(1).click();
    const rows = page.getByRole('region', { name: 'Rows (table)' }).getByRole('row');
    await rows.first().waitFor();
    assert.deepEqual(await rows.allTextContents(), ['namenote', 'Monaa "b", c', 'Lisa<img onerror>']);
    await row(2).click();
    await page.locator('.body-view pre', { hasText: '<b>text</b>' }).waitFor();
    assert.equal(
      await page.locator('.body-view pre').textContent(),
      '<a x="1">\n  <!-- c -->\n  <b>text</b>\n  <c/>\n</a>',
    );
    await row(3).click();
    await page.locator('.json-lines > li').nth(1).waitFor();
    assert.deepEqual(await page.locator('.json-lines .leaf').allTextContents(), ['"a": 1', '0: 2']);
  });

  it('shows the request of Try it, and not the pages of the documentation', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open } = inspected;
    await page.goto(`${server.url}/docs/endpoints/get-get`);
    await page.locator('.try').first().click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.outcome', { hasText: 'bytes' }).waitFor();
    await open();
    // The form sends its example when it opens, too.
    const targets = page.locator('#rows .target');
    await targets.first().waitFor();
    for (const target of await targets.allTextContents()) assert.match(target, /^\/get\?/);
    await page.getByRole('button', { name: /^own pages hidden: [1-9]\d*, show$/ }).waitFor();
  });

  it('has no row for pages of the documentation, which drop no request of a client, unless the user asks', async (t) => {
    const inspected = await inspect(t, { journal: 100 });
    if (!inspected) return;
    const { server, page, open } = inspected;
    for (let n = 1; n <= 100; n++) await server.get(`/get?n=${n}`);
    const paths = [
      '/',
      '/docs',
      '/docs/guides',
      '/docs/guides/control',
      '/docs/guides/labs-sequences',
      '/legacy',
      '/docs/endpoints/get-get',
      '/docs/endpoints/post-post',
      '/docs/search?q=retry',
      '/compose/builder',
    ];
    for (const path of paths) await page.goto(server.url + path);
    await page.goto(`${server.url}/docs`);
    const index = page.waitForResponse((response) => response.url().endsWith('/docs/search.json'));
    await page.locator('.finder input, .find input').first().focus();
    await index;
    await open();
    await page.locator('#count', { hasText: '100 requests' }).waitFor();
    await page.waitForFunction(
      () => document.querySelector('#requests')?.getAttribute('aria-rowcount') === '101',
    );
    assert.equal(await page.locator('#dropped').isVisible(), false);
    const listed = JSON.parse((await server.get('/_sparring/requests?limit=100')).text());
    assert.deepEqual(
      listed.requests.map(({ request }: { request: { target: string } }) => request.target),
      Array.from({ length: 100 }, (_, n) => `/get?n=${n + 1}`),
    );
    assert.equal(listed.dropped, 0);
    await page.getByRole('button', { name: /^own pages hidden: \d+, show$/ }).click();
    await page.waitForFunction(
      (expected) => {
        const shown = [...document.querySelectorAll('#rows .target')].map((cell) => cell.textContent);
        return expected.every((path) => shown.includes(path));
      },
      [...paths, '/docs/page.js', '/docs/search.json'],
    );
  });

  it('shows repeated and percent-encoded parameters, cookies and fields of forms', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const fields = [
      ['Cookie', 's=1; s=2; t=a%20b'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ] as const;
    await server.send({ method: 'POST', path: '/post?a=1&a=b%20c&x=%zz', fields, body: 'f=1&f=2%2B+3' });
    await open();
    await row(1).click();
    const rowsOf = async (name: string) => {
      const rows = page
        .getByRole('table', { name, exact: true })
        .or(page.getByRole('region', { name: `${name} (table)` }))
        .first()
        .locator('tbody tr');
      await rows.first().waitFor();
      return Promise.all((await rows.all()).map((each) => each.locator('th, td').allTextContents()));
    };
    assert.deepEqual(await rowsOf('Query'), [
      ['a repeated', '1', ''],
      ['a repeated', 'b c', 'b%20c'],
      ['x', '%zz', ''],
    ]);
    // The values of cookies are masked.
    const cookies = await rowsOf('Cookies');
    assert.deepEqual(
      cookies.map(([name]) => name),
      ['s repeated', 's repeated', 't'],
    );
    assert.ok(
      cookies.every(([, value]) => /^\*{4}~[\da-f]{8}$/.test(value ?? '')),
      JSON.stringify(cookies),
    );
    assert.deepEqual(await rowsOf('Fields of the form'), [
      ['f', '1'],
      ['f', '2+ 3'],
    ]);
  });

  it('shows a form without names as text, the times with their names, and what a masked value has', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const fields = [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Authorization', 'Bearer abcdefghijklmnop'],
    ] as const;
    await server.send({ method: 'POST', path: '/post', fields, body: 'no name & no value' });
    await open();
    await row(1).click();
    await page.locator('.body-view pre', { hasText: 'no name & no value' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Fields of the form (table)' }).count(), 0);
    const reveal = page.getByRole('button', { name: 'Reveal Authorization' });
    assert.match((await reveal.getAttribute('title')) ?? '', /equal digests mean equal values/);
    const legend = await page.locator('.timing .legend > span').allTextContents();
    for (const [index, name] of ['Request body', 'Wait', 'Response'].slice(-legend.length).entries())
      assert.match(legend[index] ?? '', new RegExp(`^${name} [\\d.]+ ms$`));
    const widths = await page
      .locator('.timing rect')
      .evaluateAll((bars) => bars.reduce((sum, bar) => sum + Number(bar.getAttribute('width')), 0));
    assert.ok(Math.abs(widths - 100) < 1, `${widths}`);
  });

  it('decodes tokens and basic credentials when they are revealed', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    await server.get('/get', [['Authorization', `Bearer ${JWT}`]]);
    await server.get('/get', [['Authorization', `Basic ${btoa('mona:s3cret-s3cret')}`]]);
    await open();
    await row(1).click();
    await page.getByRole('button', { name: 'Reveal Authorization' }).click();
    await page.getByText('JSON Web Token; the signature is not checked').click();
    await page.locator('.credentials pre', { hasText: '"sub": "mona"' }).waitFor();
    await row(2).click();
    await page.locator('#detail h2', { hasText: '#2 ' }).waitFor();
    assert.equal(await page.locator('.credentials').count(), 0);
    await page.getByRole('button', { name: 'Reveal Authorization' }).click();
    await page.getByText('Basic credentials').click();
    await page.locator('.credentials pre', { hasText: 'mona:s3cret-s3cret' }).waitFor();
  });

  it('shows bodies of every coding in both directions, and what a corrupt one has before the fault', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    const content = JSON.stringify({ text: 'of the client' });
    const codings = [
      ['gzip', gzipSync(content), '/gzip'],
      ['deflate', deflateSync(content), '/deflate'],
      ['br', brotliCompressSync(content), '/brotli'],
      ['zstd', zstdCompressSync(content), '/zstd'],
      ['gzip, br', brotliCompressSync(gzipSync(content)), undefined],
    ] as const;
    const send = (coding: string, body: Buffer) =>
      server.send({
        method: 'POST',
        path: '/status/204',
        fields: [
          ['Content-Encoding', coding],
          ['Content-Type', 'application/json'],
        ],
        body,
      });
    for (const [coding, body] of codings) await send(coding, body);
    for (const [, , path] of codings) if (path) await server.get(path);
    const corrupt = gzipSync(randomBytes(3000).toString('hex'), { level: 0 }).fill(0xff, 1200, 1300);
    await send('gzip', corrupt);
    await send('br', Buffer.from('no brotli'));
    await open();
    for (const [index, [coding]] of codings.entries()) {
      await row(index + 1).click();
      await page.locator('#detail h2', { hasText: `#${index + 1} ` }).waitFor();
      await page.getByText(`Decoded from ${coding}.`, { exact: true }).waitFor();
      await page.locator('.json .leaf', { hasText: '"text": "of the client"' }).first().waitFor();
    }
    for (const [index, [coding]] of codings.slice(0, 4).entries()) {
      await row(index + 6).click();
      await page.locator('#detail h2', { hasText: `#${index + 6} ` }).waitFor();
      await page.getByText(`Decoded from ${coding}.`, { exact: true }).waitFor();
      await page.locator('.json .leaf', { hasText: '"method": "GET"' }).waitFor();
    }
    await row(11).click();
    await page.getByText('The coding br cannot be decoded after byte 0. The bytes as sent:').waitFor();
    await page.locator('pre.hex', { hasText: '6e 6f 20 62 72 6f 74 6c 69' }).waitFor();
    await row(10).click();
    await page.getByText(/^The coding gzip cannot be decoded after byte \d+\. The/).waitFor();
    await page.getByLabel('As sent').check();
    await page.locator('pre.hex', { hasText: '00000000  1f 8b' }).waitFor();
  });

  it('shows request and response beside one another, and below one another where there is less space', async (t) => {
    const inspected = await inspect(t, {}, { viewport: { width: 1700, height: 900 } });
    if (!inspected) return;
    const { page, open, post } = inspected;
    await post('/post', 'application/json', '{"a":1}');
    await open('/1');
    await page.locator('.pane').nth(1).locator('.json').waitFor();
    const places = async (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((each) => {
          const { x, y } = each.getBoundingClientRect();
          return { x, y };
        }),
      );
    const areBeside = async (selector: string) => {
      const [one, other] = await places(selector);
      return one?.y === other?.y && (other?.x ?? 0) > (one?.x ?? 0) + 100;
    };
    assert.ok(await areBeside('.pane'));
    assert.ok(await areBeside('#list, #detail'));
    await page.getByRole('button', { name: 'Detail below the list' }).click();
    assert.ok(!(await areBeside('#list, #detail')) && (await areBeside('.pane')));
    await page.reload();
    await page.getByRole('button', { name: 'Detail beside the list' }).click();
    const splitter = page.getByRole('slider', { name: 'Width of the list' });
    await splitter.focus();
    for (const key of ['ArrowRight', 'End', 'Home']) await page.keyboard.press(key);
    assert.equal(await splitter.getAttribute('aria-valuenow'), '25');
    await splitter.dblclick({ position: { x: 0, y: 200 } });
    assert.equal(await splitter.getAttribute('aria-valuenow'), '46');
    for (const [width, isBesideList, areBesidePanes] of [
      [1180, true, false],
      [1000, false, true],
      [760, false, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator(isBesideList ? '.panes:not(.below)' : '.panes.below').waitFor();
      assert.equal(await areBeside('#list, #detail'), isBesideList, `${width}`);
      assert.equal(await areBeside('.pane'), areBesidePanes, `${width}`);
    }
  });

  it('has columns by the width of the list, in which the target keeps its width', async (t) => {
    const inspected = await inspect(t, {}, { viewport: { width: 1920, height: 900 } });
    if (!inspected) return;
    const { server, page, open, row } = inspected;
    await server.get('/get?n=1');
    await open();
    await row(1).waitFor();
    const visible = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.className));
    const narrow = ['time', 'method', 'target', 'extra', 'status', 'ms'];
    assert.deepEqual(await visible(), [
      'id',
      ...narrow.slice(0, -1),
      'sent',
      'answered',
      'ms',
      'waterfall',
      'connection',
    ]);
    for (const width of [1920, 1440, 1280, 1124, 1100, 1024, 960, 900, 800]) {
      await page.setViewportSize({ width, height: 900 });
      const room = await page.evaluate(() => {
        const left = document.querySelector('.head .target')?.getBoundingClientRect().left ?? 0;
        return (document.querySelector('.head .status')?.getBoundingClientRect().left ?? 0) - left;
      });
      assert.ok(room >= 280, `${width}: ${room}`);
    }
    await page.setViewportSize({ width: 720, height: 900 });
    assert.deepEqual(await visible(), ['id', ...narrow]);
    await row(1).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('#detail h2').waitFor();
    assert.deepEqual(await visible(), narrow);
  });

  it('colours a body up to 200 values in full, shows braces, and counts what is closed', async (t) => {
    const inspected = await inspect(t);
    if (!inspected) return;
    const { page, open, row, post } = inspected;
    await post(
      '/status/204',
      'application/json',
      '{"data":{"object":{"lines":[{"sku":"T-1"},{"sku":"T-2"}]}},"e":{}}',
    );
    await open();
    await row(1).click();
    const tree = page.locator('.tree');
    await tree.waitFor();
    assert.equal(await page.getByLabel('Search in the JSON').count(), 0);
    assert.deepEqual(await tree.locator('.leaf').allTextContents(), [
      '"sku": "T-1"',
      '"sku": "T-2"',
      '"e": {}',
    ]);
    assert.deepEqual((await tree.locator('.end').allTextContents()).join(' '), '} } ] } } }');
    await tree.locator('summary', { hasText: '"lines"' }).click();
    await tree.getByText('… ] 2 items').waitFor();
    // A browser closes the part before it reports that.
    await tree.getByText('"T-1"').waitFor({ state: 'detached' });
    assert.equal(await tree.locator('.leaf').count(), 1);
  });
});

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The milliseconds of a gap such as `+120 ms` or `+1.10 s`. */
function parseGap(text: string): number {
  const [, number = '', unit] = /^\+([\d.]+) (ms|s)$/.exec(text) ?? [];
  assert.ok(unit, text);
  return Number(number) * (unit === 's' ? 1000 : 1);
}
