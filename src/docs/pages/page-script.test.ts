import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { addExampleAccounts } from '#test/support/accounts/accounts.ts';
import { collectErrors, openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

test('the pages in a browser', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t);
  await addExampleAccounts(server);

  /** A page, its errors, and every URL that it requested. */
  const visit = async (path: string, isScripted = true) => {
    const page = await browser.newPage({ javaScriptEnabled: isScripted });
    page.setDefaultTimeout(10_000);
    const errors = collectErrors(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${server.url}${path}`);
    return { page, errors, asked: requested };
  };

  for (const path of ['/', '/docs', '/docs/endpoints/get-get']) {
    await t.test(`${path} loads without errors, from this server only`, async () => {
      const { page, errors, asked } = await visit(path);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        asked.map((url) => url.slice(server.url.length)).sort(),
        [path, '/docs/page.js'].sort(),
      );
      await page.close();
    });
  }

  await t.test('without the script, all content is shown, without controls that need it', async () => {
    const { page } = await visit('/docs', false);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    assert.equal(
      await page.locator('.endpoints > li:visible').count(),
      await page.locator('.endpoints > li').count(),
    );
    await page.getByRole('link', { name: '/status/{codes}' }).first().click();
    await page.getByText(`curl -i ${server.url}/status/418`).waitFor();
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await page.close();
  });

  await t.test('the search lists the results of the server as the user types', async () => {
    const { page, errors } = await visit('/docs');
    for (const query of [
      'retry',
      'slow',
      'timeout',
      'upload file',
      'post json',
      'websocket',
      '2fa',
      'docker',
      '/status',
      'cokie',
    ]) {
      const { page: plain } = await visit(`/docs/search?q=${encodeURIComponent(query)}`, false);
      const expected = await plain.locator('.results a').evaluateAll(READ_LINKS);
      await plain.close();
      await page.goto(`${server.url}/docs/search`);
      await page.locator('.find input').fill(query);
      await page.locator('.results a').first().waitFor();
      assert.deepEqual(await page.locator('#results .results a').evaluateAll(READ_LINKS), expected, query);
      assert.equal(new URL(page.url()).searchParams.get('q'), query);
    }
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('keys open the search, walk through the results, and open the first', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-ip');
    await page.keyboard.press('/');
    await page.keyboard.type('cokie');
    await page.locator('.suggestions a').first().waitFor();
    await page.getByText('Showing results for').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('.suggestions li:nth-child(2) a:focus').count(), 1);
    await page.keyboard.press('Escape');
    await page.keyboard.type('/');
    assert.equal(await page.locator('.find input').inputValue(), 'cokie/', 'in a field, the key is text');
    await page.locator('.find input').fill('cokie');
    await page.locator('.suggestions a[href$="get-cookies"]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/docs/endpoints/get-cookies`);
    await page.keyboard.press('Control+k');
    assert.equal(await page.locator('.find input:focus').count(), 1);
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('the home page leads each visitor to a first success in two actions', async () => {
    const { page, errors } = await visit('/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const card = (name: string) => page.locator('.doors > section').filter({ hasText: name });

    const client = card('Test an HTTP client');
    await client.getByRole('button', { name: /^Copy/ }).click();
    await page.getByText('Copied').first().waitFor();
    assert.equal(await copied(), `curl -i '${server.url}/get?a=1&b=two'`);
    await client.getByRole('button', { name: /^Try it/ }).click();
    assert.match(await outcomeOf(client), /^200 OK/);

    const enterprise = card('Integrate with GitHub Enterprise');
    await enterprise.getByRole('button', { name: 'Copy: Base URL' }).click();
    await page.getByText('Copied').last().waitFor();
    const { login, password } = exampleUser;
    const credentials = Buffer.from(`${login}:${password}`).toString('base64');
    const url = new URL(`${await copied()}/user`);
    assert.equal(url.href, `${server.url}/api/v3/user`);
    const user = await server.get(url.pathname, [
      ['Authorization', `Basic ${credentials}`],
      ['User-Agent', 'client'],
    ]);
    assert.deepEqual([user.status, JSON.parse(user.text()).login], [200, login]);

    await card('See requests arrive').getByRole('button', { name: 'New bin' }).click();
    await page.getByRole('button', { name: 'Send one for me' }).click();
    await page.locator('#count', { hasText: '1 request' }).waitFor();
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('without the script, search and guides work', async () => {
    const { page } = await visit('/', false);
    await page.locator('.find input').fill('docker');
    await page.keyboard.press('Enter');
    await page.locator('.results a').first().click();
    await page.waitForURL(`${server.url}/docs/guides/operations#containers`);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  });

  await t.test('a request of Try it is found in the inspector by its link', async () => {
    const { page } = await visit('/docs/endpoints/get-get');
    const panel = await tryOut(page, 'get-get');
    await outcomeOf(panel);
    const link = await panel.getByRole('link', { name: 'See it in the inspector' }).getAttribute('href');
    const filter = new URL(link ?? '', server.url).searchParams.get('filter') ?? '';
    const list = await server.get(`/_sparring/requests?filter=${encodeURIComponent(filter)}`);
    const { requests } = JSON.parse(list.text());
    assert.equal(requests.at(-1)?.request.target, '/get?a=1&b=two');
    await page.close();
  });

  await t.test('a command is copied with the keyboard, with or without the clipboard API', async () => {
    for (const isAllowed of [true, false]) {
      const { page } = await visit('/docs/endpoints/get-ip');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      if (!isAllowed)
        await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      const copy = page.getByRole('button', { name: /^Copy: / }).first();
      await copy.focus();
      await page.keyboard.press('Enter');
      await page.locator('.copied').waitFor();
      assert.equal(await page.locator('#announcement').textContent(), 'Copied');
      await page.getByRole('button', { name: 'Try' }).first().click();
      await page.getByLabel('Path and query').fill('');
      await page.keyboard.press('Control+V');
      assert.equal(await page.getByLabel('Path and query').inputValue(), `curl -i ${server.url}/ip`);
      await page.close();
    }
  });

  await t.test('an example is sent at once, and the response is shown as text', async () => {
    const { page, errors, asked } = await visit('/docs');
    // As after 250 requests: the browser's list of them gets no more entries.
    await page.addInitScript(() => performance.setResourceTimingBufferSize(0));
    const get = await tryOut(page, 'get-get');
    assert.match(await outcomeOf(get), /^200 OK \(\d+ bytes, \d+ ms\)$/);
    assert.match(await textOf(get, '.head'), /^content-type: application\/json$/m);
    assert.deepEqual(JSON.parse(await textOf(get, '.content')).args, { a: '1', b: 'two' });
    const teapot = await tryOut(page, 'get-status-codes', '/status/418');
    assert.match(await outcomeOf(teapot), /^418 I'M A TEAPOT/);
    assert.match(await textOf(teapot, '.content'), /teapot/);
    const empty = await tryOut(page, 'get-status-codes', '/status/204');
    assert.match(await outcomeOf(empty), /^204 NO CONTENT \(0 bytes/);
    assert.ok(!(await empty.locator('.content').isVisible()));
    const html = await tryOut(page, 'get-html');
    assert.match(await textOf(html, '.content'), /^<!DOCTYPE html>/i);
    assert.equal(await html.locator('.content *').count(), 0);
    assert.ok(asked.every((url) => url.startsWith(`${server.url}/`)));
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('method, headers and body are sent as they are, edited or not', async () => {
    const { page } = await visit('/docs');
    const form = await tryOut(page, 'post-post');
    assert.deepEqual(JSON.parse(await textOf(form, '.content')).form.topping, ['bacon', 'cheese']);
    await form.getByLabel('Method').fill('put');
    await form.getByLabel('Path and query').fill('/anything?changed=1');
    await form.getByRole('textbox', { name: 'Headers' }).fill('X-Mine: one, two\nContent-Type: text/plain');
    await form.getByLabel('Body').fill('<b>über</b>');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.outcome', { hasText: 'bytes' }).waitFor();
    const echo = JSON.parse(await textOf(form, '.content'));
    assert.deepEqual(
      [echo.method, echo.args, echo.headers['X-Mine'], echo.data],
      ['PUT', { changed: '1' }, 'one, two', '<b>über</b>'],
    );
    // A multipart body keeps its line breaks.
    const multipart = await tryOut(page, 'post-multipart', '/multipart');
    assert.match(await outcomeOf(multipart), /^200/);
    await page.close();
  });

  await t.test('the parameter fields and the URL of the panel are kept the same', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-range-n');
    const panel = await tryOut(page, 'get-range-n');
    const [url, n, duration] = ['Path and query', /^n path/, /^duration query/].map((label) =>
      panel.getByLabel(label),
    );
    assert.ok(url && n && duration);
    assert.match(await n.inputValue(), /^\d+$/);
    await n.fill('100');
    await duration.fill('0.5');
    assert.equal(await url.inputValue(), '/range/100?duration=0.5');
    await duration.fill('-1');
    assert.equal(await duration.getAttribute('aria-invalid'), 'true');
    await url.fill('/range/7?duration=2&chunk_size=3&other=%20x');
    assert.deepEqual([await n.inputValue(), await duration.inputValue()], ['7', '2']);
    await n.fill('8');
    assert.equal(await url.inputValue(), '/range/8?duration=2&chunk_size=3&other=%20x');
    await duration.fill('');
    assert.equal(await url.inputValue(), '/range/8?chunk_size=3&other=%20x');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('.outcome', { hasText: '8 bytes' }).waitFor();
    const codes = await tryOut(page, 'get-status-codes');
    await codes.getByLabel(/^codes path/).fill('200,a/b ?');
    assert.equal(await codes.getByLabel('Path and query').inputValue(), '/status/200%2Ca%2Fb%20%3F');
    const lists = await tryOut(page, 'get-compose');
    await lists.getByLabel(/^header query/).fill('X-A: 1\nX-B: 2');
    assert.match(await lists.getByLabel('Path and query').inputValue(), /header=X-A%3A\+1&header=X-B%3A\+2/);
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('a digest sign-in answers the challenge, with every algorithm of the endpoint', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-digest-auth-qop-user-passwd-algorithm');
    const panel = await tryOut(page, 'get-digest-auth-qop-user-passwd-algorithm');
    assert.match(await outcomeOf(panel), /^401/);
    assert.equal(await panel.getByLabel('User name').inputValue(), 'mona');
    for (const target of [
      'auth/mona/secret/MD5',
      'auth-int/mona/secret/SHA-256',
      'auth/mona/secret/SHA-512',
      'x/mona/secret/SHA-512-256',
      'auth/mona/secret/MD5-sess',
      'none/mona/secret/SHA-256',
      'none/mona/secret/SHA-512-256-sess',
    ]) {
      await panel.getByLabel('Path and query').fill(`/digest-auth/${target}?a=%20b`);
      await panel.getByRole('button', { name: 'Send with digest' }).click();
      await panel.locator('.notes', { hasText: 'The first response was 401 with Digest' }).waitFor();
      assert.match(await outcomeOf(panel), /^200/, target);
    }
    await panel.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await panel.getByRole('button', { name: 'Send with digest' }).click();
    await panel.locator('.outcome', { hasText: /^401.*bytes/ }).waitFor();
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('the WebSocket console sends text and bytes, and shows the close code', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-websocket-echo');
    const entry = (text: RegExp) =>
      page.getByRole('log').getByRole('listitem').filter({ hasText: text }).waitFor();
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    assert.ok(await page.getByRole('button', { name: 'Send as text' }).isDisabled());
    await click('Connect');
    await entry(/^Open\. Subprotocol: none/);
    await page.getByRole('textbox', { name: 'Message' }).fill('über <b>');
    await click('Send as text');
    await entry(/^← text, 9 bytes: über <b>$/);
    await page.getByRole('textbox', { name: 'Message' }).fill('00 ff 1');
    await click('Send as bytes (hexadecimal)');
    await entry(/pairs of hexadecimal digits/);
    await page.getByRole('textbox', { name: 'Message' }).fill('00 ff 10');
    await click('Send as bytes (hexadecimal)');
    await entry(/^← binary, 3 bytes: 00 ff 10$/);
    await page.getByLabel('Close code').fill('3001');
    await page.getByLabel('Close reason').fill('enough');
    await click('Close the connection');
    await entry(/^Closed with 3001 \(enough\)\.$/);
    assert.ok(await page.getByRole('button', { name: 'Connect', exact: true }).isEnabled());
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('the language of the examples is selected once for all pages, and copied', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-ip');
    assert.equal(await page.locator('.ex > pre:visible').count(), await page.locator('.ex').count());
    await page.getByRole('radio', { name: 'Python' }).check();
    await page.goto(`${server.url}/docs/endpoints/get-get`);
    assert.ok(await page.getByRole('radio', { name: 'Python' }).isChecked());
    const [first] = await page.locator('.ex > pre:visible').allTextContents();
    assert.match(first ?? '', /^import requests\n/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .getByRole('button', { name: /^Copy: / })
      .first()
      .click();
    await page.getByText('Copied').first().waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), first);
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('images are shown as images, and other bytes in hexadecimal', async () => {
    const { page, errors } = await visit('/docs');
    for (const id of ['get-image-png', 'get-image-svg', 'get-image-jpeg', 'get-image-webp']) {
      const panel = await tryOut(page, id);
      await panel.locator('.image').waitFor();
      const width = await page.evaluate(
        `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('.image'))`,
      );
      assert.ok(Number(width) > 0, id);
    }
    const bytes = await tryOut(page, 'get-bytes-n');
    await bytes.getByLabel('Path and query').fill('/bytes/300?seed=1');
    await bytes.getByRole('button', { name: 'Send' }).click();
    await bytes.locator('.outcome', { hasText: '300 bytes' }).waitFor();
    assert.match(await textOf(bytes, '.content'), /^(([0-9a-f]{2} ){15}[0-9a-f]{2}\n){16}…$/);
    assert.deepEqual(errors, []);
    await page.close();
  });

  await t.test('limits of browsers are explained', async () => {
    const { page } = await visit('/docs');
    const cookies = await tryOut(page, 'get-cookies', '/cookies', 'Cookie');
    assert.match(await textOf(cookies, '.notes'), /Browsers do not let a page send Cookie\./);
    const redirect = await tryOut(page, 'get-redirect-n', '/redirect/3');
    assert.match(await textOf(redirect, '.notes'), /followed a redirect\. This response is from .*\/get$/);
    await redirect.getByLabel('Method').fill('TRACE');
    await redirect.getByRole('button', { name: 'Send' }).click();
    await redirect.locator('.outcome', { hasText: /^Not sent: .*TRACE/ }).waitFor();
    await redirect.getByLabel('Method').fill('GET');
    for (const elsewhere of ['//example.com/', 'https://example.com/']) {
      await redirect.getByLabel('Path and query').fill(elsewhere);
      await redirect.getByRole('button', { name: 'Send' }).click();
      await redirect.locator('.outcome', { hasText: 'sends requests to its own server only' }).waitFor();
    }
    await redirect.getByLabel('Path and query').fill('/redirect-to?url=http://sparring.invalid/');
    await redirect.getByRole('button', { name: 'Send' }).click();
    await redirect.locator('.outcome', { hasText: 'may redirect to another origin' }).waitFor();
    await redirect.getByLabel('Path and query').fill('/get');
    await redirect.getByRole('textbox', { name: 'Headers' }).fill('no colon');
    await redirect.getByRole('button', { name: 'Send' }).click();
    await redirect.locator('.outcome', { hasText: 'needs a name, a colon and a value: no colon' }).waitFor();
    await page.close();
  });

  await t.test('every example without sign-in gets its status, or the page explains why not', async () => {
    const { page, errors } = await visit('/docs/endpoints/get-get');
    const names = await page.evaluate(READ_NAMES);
    await page.evaluate(`(${COLLECT_EXAMPLES})(${JSON.stringify(names)})`);
    const tried: unknown = await page.evaluate(TRY_ALL);
    assert.ok(Array.isArray(tried) && tried.length > 150);
    for (const { path, wanted, got, notes } of tried) {
      const isExplained = notes !== '' || got.startsWith('The browser reported no response to this page');
      assert.ok(got.startsWith(wanted) || isExplained, `${path} answers ${wanted}, not ${got}`);
    }
    // The policy of the page blocks the example that redirects to another host, and the browser reports it.
    assert.deepEqual(
      errors.filter((error) => !error.includes('Content Security Policy')),
      [],
    );
    await page.close();
  });

  await t.test('a slow response can be stopped, and the panel closed', async () => {
    const { page } = await visit('/docs');
    const panel = await tryOut(page, 'get-get');
    await panel.getByLabel('Path and query').fill('/delay/9');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.locator('.outcome', { hasText: 'Waiting' }).waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.locator('.outcome', { hasText: 'Stopped.' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.panel').count(), 0);
    const button = page.getByRole('button', { name: 'Try' }).first();
    assert.equal(await page.locator('.try:focus').count(), 1);
    assert.equal(await button.getAttribute('aria-expanded'), 'false');
    await page.close();
  });

  await t.test('API examples use the credentials of the user, which are not stored', async () => {
    const { page } = await visit('/docs');
    const panel = await tryOut(page, 'post-api-v3-authorizations');
    assert.ok(!(await panel.locator('.answer').isVisible()), 'no request is sent without credentials');
    await panel.getByLabel('Login').fill(exampleUser.login);
    await panel.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await panel.locator('.outcome', { hasText: '401 Unauthorized' }).waitFor();
    await panel.getByLabel('Password', { exact: true }).fill(exampleUser.password);
    await page.keyboard.press('Enter');
    await panel.locator('.outcome', { hasText: '201 Created' }).waitFor();
    assert.equal(JSON.parse(await textOf(panel, '.content')).note, 'backup job');
    const list = await tryOut(page, 'get-api-v3-authorizations');
    await list.getByLabel('Login').fill(exampleUser.login);
    await list.getByLabel('Password', { exact: true }).fill(exampleUser.password);
    await list.getByRole('button', { name: 'Send' }).click();
    await list.locator('.outcome', { hasText: '200 OK' }).waitFor();
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [
      0,
      0,
      '',
    ]);
    await page.reload();
    await tryOut(page, 'get-api-v3-authorizations');
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '');
    await page.close();
  });
});

const READ_LINKS = (links: readonly { readonly getAttribute: (name: string) => string | null }[]) =>
  links.map((link) => link.getAttribute('href'));

/** The sent examples with expected and actual results. */
/**
 * Tries the examples whose paths share the first segment one after another, because they can depend on earlier ones, as
 * those of `/sequence` do.
 */
const TRY_ALL = `(async () => {
  const results = [];
  const tryExample = async (example) => {
    example.querySelector('.try').click();
    const outcomeOf = () => example.querySelector('.outcome')?.textContent ?? '';
    while (/^$|^Waiting|^\\d{3} [^()]*$/.test(outcomeOf())) await new Promise((resolve) => setTimeout(resolve, 20));
    results.push({
      path: example.dataset.path,
      wanted: example.dataset.status,
      got: outcomeOf(),
      notes: example.querySelector('.notes').textContent,
    });
  };
  const examples = [...document.querySelectorAll('.ex:not([data-sign-in]):has(.try)')];
  const groups = Object.values(Object.groupBy(examples, ({ dataset }) => dataset.path.split(/[/?]/)[1]));
  await Promise.all(groups.map(async (group) => {
    for (const example of group) await tryExample(example);
  }));
  return results;
})()`;

/** The names of all endpoints. */
const READ_NAMES = `fetch('/docs/endpoints/get-get').then((response) => response.text()).then((text) =>
  [...text.matchAll(/href="[/]docs[/]endpoints[/]([^"]+)"/g)].map(([, name]) => name))`;

/** Shows the examples of all endpoints on one page. A page for each would take a minute. */
const COLLECT_EXAMPLES = `async (names) => {
  const list = document.querySelector('.examples');
  list.replaceChildren();
  const lists = await Promise.all(names.map(async (name) => {
    const text = await (await fetch('/docs/endpoints/' + name)).text();
    return new DOMParser().parseFromString(text, 'text/html').querySelectorAll('.ex');
  }));
  for (const examples of lists) list.append(...examples);
}`;

/** Opens the panel of an endpoint's first example, or of the first one with this path and, optionally, this field. */
async function tryOut(page: Page, name: string, path = '', field = ''): Promise<Locator> {
  const url = new URL(`/docs/endpoints/${name}`, page.url()).href;
  if (page.url() !== url) await page.goto(url);
  const wanted = (path && `[data-path^="${path}"]`) + (field && `[data-fields*="${field}"]`);
  const example = page.locator(`.ex${wanted}:not(:has(.panel))`).first();
  const target = await example.getAttribute('data-path');
  await example.getByRole('button', { name: 'Try it' }).click();
  return page.getByRole('form', { name: `Try ${target}`, exact: true });
}

async function outcomeOf(panel: Locator): Promise<string> {
  const outcome = panel.locator('.outcome', { hasText: 'bytes' });
  await outcome.waitFor();
  return (await outcome.textContent()) ?? '';
}

async function textOf(panel: Locator, part: string): Promise<string> {
  await outcomeOf(panel);
  return (await panel.locator(part).textContent()) ?? '';
}
