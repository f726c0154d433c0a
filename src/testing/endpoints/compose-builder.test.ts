import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { collectErrors, openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

describe('the builder, as a document', () => {
  it('has a label for every field, and a policy without other scripts', async (t) => {
    const server = await serve(t);
    const response = await server.get('/compose/builder');
    const page = response.text();
    assert.equal(response.status, 200);
    assert.ok(page.length < 200_000, `${page.length} bytes`);
    assert.doesNotMatch(page.replaceAll(server.url, ''), /(?:src|href)="(?!\/|#|data:)/);
    assert.match(
      response.field('Content-Security-Policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+'; img-src data:; connect-src 'self'; form-action http: https:; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    for (const [field] of withoutScripts(page).matchAll(/<(?:input|textarea|select)(?:"[^"]*"|[^>"])*>/g)) {
      const id = / id="([\w-]+)"/.exec(field)?.[1];
      const isLabelled =
        / aria-label="/.test(field) ||
        page.includes(`<label for="${id}">`) ||
        /type="(?:checkbox|radio)"/.test(field);
      assert.ok(isLabelled, field);
    }
  });

  it('contains the values of the query, escaped', async (t) => {
    const server = await serve(t);
    const evil = `"><script>alert(1)</script></textarea>'`;
    const query = ['status', 'header', 'body', 'json', 'trailer'].map(
      (name) => `${name}=${encodeURIComponent(evil)}`,
    );
    const page = (
      await server.get(`/compose/builder?${query.join('&')}&unknown=${evil.replaceAll(' ', '+')}`)
    ).text();
    assert.doesNotMatch(page, /<script>alert/);
    assert.equal(page.match(/<textarea/g)?.length, 3);
  });

  it('shows errors of the directives before they are sent', async (t) => {
    const server = await serve(t);
    for (const [query, problem] of [
      ['status=x', /status: must be a status/],
      ['staus=1', /did you mean status\?/],
      ['delay=99', /the maximum is 10 s/],
      ['redirect=/%00', /redirect target/],
    ] as const) {
      const page = (await server.get(`/compose/builder?${query}`)).text();
      assert.match(page.replaceAll(/&\w+;/g, ''), problem);
      assert.match(withoutScripts(page), /role="alert"/);
    }
    const valid = withoutScripts((await server.get('/compose/builder?status=503')).text());
    assert.doesNotMatch(valid, /role="alert"/);
    assert.match(valid, /<div id="preview">.*503.*SERVICE UNAVAILABLE/s);
  });
});

function withoutScripts(page: string): string {
  return page.replace(/<script>.*?<\/script>/gs, '');
}

/** The page in a browser, and its errors. */
async function visit(t: TestContext, query: string, options: BrowserContextOptions = {}) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t);
  const page: Page = await browser.newPage(options);
  const errors = collectErrors(page);
  await page.goto(`${server.url}/compose/builder${query}`);
  return { server, page, errors };
}

describe('the builder, in a browser', () => {
  it('works as a plain form without its script', async (t) => {
    const visited = await visit(t, '', { javaScriptEnabled: false });
    if (!visited) return;
    const { server, page, errors } = visited;
    await page.getByLabel('Status', { exact: true }).fill('201');
    await page.getByLabel('Header 1', { exact: true }).fill('x-CASE: a, b');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill("it's");
    await page.getByRole('button', { name: 'Show the URL' }).click();
    const url = `${server.url}/compose?status=201&header=x-CASE:+a,+b&body=it%27s`;
    assert.equal(await page.locator('#url').textContent(), url);
    assert.equal(await page.locator('#curl').textContent(), `curl -i '${url}'`);
    assert.equal(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), "it's");
    const answered = page.waitForResponse(/\/compose\?/);
    await page.getByRole('button', { name: 'Send' }).click();
    const response = await answered;
    assert.equal(response.status(), 201);
    assert.equal(response.headers()['x-case'], 'a, b');
    assert.equal(await page.locator('body').textContent(), "it's");
    assert.deepEqual(errors, []);
  });

  it('updates the URL at every key, as the server would', async (t) => {
    const visited = await visit(t, '?status=418');
    if (!visited) return;
    const { server, page, errors } = visited;
    const url = page.locator('#url');
    assert.equal(await url.textContent(), `${server.url}/compose?status=418`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially("a+b ü'&=%/:;@,é€");
    await page.getByText('Charset and coding').click();
    await page.getByLabel('gzip').check();
    await page.getByLabel('Charset of the text').selectOption('utf-16le');
    await page.getByRole('button', { name: 'Add a row' }).first().click();
    // The new row has the focus.
    await page.keyboard.type('X-Fourth: 4');
    const written = (await url.textContent()) ?? '';
    const query = written.slice(written.indexOf('?'));
    const page2 = (await server.get(`/compose/builder${query}`)).text();
    assert.ok(page2.includes(`href="${written.replaceAll('&', '&amp;')}"`), written);
    assert.equal(await page.locator('#curl').textContent(), `curl -i '${written}'`);
    const response = await server.get(`/compose${query}`);
    assert.deepEqual([response.status, response.field('X-Fourth')], [418, '4']);
    assert.deepEqual(errors, []);
  });

  it('sends with the keyboard only, and shows the response as text', async (t) => {
    const visited = await visit(t, '?body=<b>bold</b>&type=text/html&header=X-A:1');
    if (!visited) return;
    const { page, errors } = visited;
    await page.getByLabel('Status', { exact: true }).focus();
    await page.keyboard.type('202');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: '202 ACCEPTED' }).waitFor();
    const message = (await page.getByRole('region', { name: 'Response 1' }).textContent()) ?? '';
    assert.match(message, /^x-a: 1$/m);
    assert.match(message, /\n\n<b>bold<\/b>$/);
    await page.getByLabel('Status', { exact: true }).fill('');
    await page.locator('summary', { hasText: 'Redirect' }).click();
    await page.getByLabel('Redirect to').fill('/get');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: 'A redirect' }).waitFor();
    assert.deepEqual(errors, []);
  });

  it('fits a phone with all groups open', async (t) => {
    const visited = await visit(t, `?body=${'long'.repeat(100)}`, { viewport: { width: 320, height: 640 } });
    if (!visited) return;
    const { page } = visited;
    const parts = [
      'Fault',
      'Redirect',
      'Charset and coding',
      'Cookies',
      'Timing and chunks',
      'Informational',
      'Trailers',
    ];
    for (const part of [...parts, 'Request']) await page.locator('summary', { hasText: part }).click();
    for (const lab of ['Sequence', 'Rate limit', 'One response']) {
      await page.getByLabel(lab, { exact: true }).check();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, lab);
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  });
});
