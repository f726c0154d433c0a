import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { ServerOptions } from '#server/server.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';

interface Attack {
  readonly server: TestServer;
  readonly page: Page;
}

/** A server with a recorded request, and a page of a browser; undefined where there is no Chromium. */
async function prepare(t: TestContext, options: Partial<ServerOptions> = {}): Promise<Attack | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t, options);
  await server.get('/get?planted');
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(10_000);
  return { server, page };
}

/** Tries to read the page and the control API from the current page. Returns what it could read. */
function tryToRead(page: Page, origin: string): Promise<string[]> {
  return page.evaluate(async (target) => {
    const found = [];
    for (const path of ['/_sparring/inspector', '/_sparring/requests', '/_sparring/clock'])
      for (const mode of ['cors', 'no-cors', 'same-origin'] as const)
        for (const method of ['GET', 'POST']) {
          try {
            const response = await fetch(target + path, { mode, method });
            if (response.ok) found.push(`${mode} ${path}: ${await response.text()}`);
          } catch {}
        }
    return found;
  }, origin);
}

/** The status and the text of the page that a navigation of the current page opens. */
async function navigationFrom(page: Page, action: () => Promise<unknown>): Promise<string> {
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes('/_sparring/inspector')),
    action(),
  ]);
  return `${response.status()}`;
}

async function serveForeignPage(t: TestContext, content: string): Promise<string> {
  const server = createServer((_request, nodeResponse) => {
    nodeResponse
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><link rel=icon href=data:,>${content}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

describe('the pages of the control API in a browser', () => {
  it('are not accessible to a page of another origin: by scripts, frames, windows and links', async (t) => {
    const attack = await prepare(t);
    if (!attack) return;
    const { server, page } = attack;
    const target = `${server.url}/_sparring/inspector`;
    await page.goto(await serveForeignPage(t, `<h1>x</h1><a href="${target}">link</a>`));
    assert.deepEqual(await tryToRead(page, server.url), []);

    const framed = await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      const loaded = new Promise((resolve) => {
        frame.onload = resolve;
      });
      document.body.append(frame);
      await loaded;
      try {
        return frame.contentDocument?.body.textContent ?? 'no access';
      } catch {
        return 'no access';
      }
    }, target);
    assert.equal(framed, 'no access');
    for (const frame of page.frames().slice(1))
      assert.doesNotMatch(await frame.content(), /planted|<meta name="page-token"/);

    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url), target),
    ]);
    await popup.waitForLoadState();
    assert.match((await popup.textContent('body')) ?? '', /403 Forbidden/);
    assert.equal(await navigationFrom(page, () => page.getByText('link').click()), '403');
  });

  it('are not accessible by a name that an attacker rebinds to this machine', async (t) => {
    const attack = await prepare(t, { controlToken: 'a-token-of-some-length' });
    if (!attack) return;
    const { server, page } = attack;
    const origin = `http://attacker.localhost:${server.port}`;
    // The shell without data and token, which asks for the control token.
    await page.goto(`${origin}/_sparring/inspector`);
    await page.getByLabel('Control token').waitFor();
    assert.doesNotMatch(await page.content(), /planted|<meta name="page-token"/);
    await page.goto(`${origin}/`);
    assert.deepEqual(await tryToRead(page, origin), []);
  });

  it('are not accessible to content that the testing service returns for a client', async (t) => {
    const attack = await prepare(t);
    if (!attack) return;
    const { server, page } = attack;
    const html = `<title>x</title><script>document.title = 'ran'</script><img src=x onerror="document.title = 'ran'"><a href="/_sparring/inspector">link</a>`;
    const encoded = Buffer.from(html).toString('base64url');
    const paths = [
      `/base64/${encoded}`,
      `/base64/decode/${encoded}?content-type=text/html`,
      `/compose?header=${encodeURIComponent('Content-Type: text/html')}&body=${encodeURIComponent(html)}`,
      `/response-headers?Content-Type=text/html&x=${encodeURIComponent(html)}`,
    ];
    for (const path of paths) {
      const response = await page.goto(server.url + path);
      assert.equal(response?.status(), 200, path);
      assert.notEqual(await page.title(), 'ran', path);
      assert.deepEqual(await tryToRead(page, server.url), [], path);
      assert.equal(await page.evaluate('origin'), 'null', path);
    }
    for (const navigate of ["document.querySelector('a').click()", "location = '/_sparring/inspector'"]) {
      await page.goto(server.url + paths[0]);
      assert.equal(await navigationFrom(page, () => page.evaluate(navigate).catch(() => {})), '403');
      await page.getByText('403 Forbidden').waitFor();
    }
  });

  it('are opened by their address, from the home page and from each other', async (t) => {
    const attack = await prepare(t);
    if (!attack) return;
    const { server, page } = attack;
    await page.goto(`${server.url}/`);
    assert.deepEqual(await tryToRead(page, server.url), []);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Inspector' }).click();
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.getByText('/get?planted').first().waitFor();
    for (const [navigation, link, heading] of [
      ['Site', 'Bins', 'Bins'],
      ['Site', 'Control', 'Control'],
      ['Control', 'Audit', 'Audit'],
      ['Site', 'Inspector', 'Inspector'],
    ] as const) {
      await page.getByRole('navigation', { name: navigation }).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });

  it('keep the control token of another machine in memory only', async (t) => {
    const attack = await prepare(t, { controlToken: 'a-token-of-some-length' });
    if (!attack) return;
    const { server, page } = attack;
    const origin = `http://other.localhost:${server.port}`;
    await page.goto(`${origin}/_sparring/inspector`);
    const submit = async (token: string) => {
      await page.getByLabel('Control token').fill(token);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await submit('wrong');
    await page.getByRole('alert').getByText('The token is not valid.').waitFor();
    await submit('a-token-of-some-length');
    await page.getByText('/get?planted').first().waitFor();
    assert.equal(page.url(), `${origin}/_sparring/inspector`);
    assert.deepEqual(await page.context().cookies(), []);
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length]'), [0, 0]);
    assert.equal(await page.getByLabel('Control token').inputValue(), '');
    await page.reload();
    await page.getByLabel('Control token').waitFor();
    assert.doesNotMatch(await page.content(), /planted/);
  });
});
