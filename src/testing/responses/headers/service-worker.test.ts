import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser } from '#test/support/browser/browser.ts';
import { exampleServer, PROTOCOLS } from '#test/support/servers/example-server.ts';
import { serve } from '#test/support/servers/serve.ts';

const SCRIPT = 'self.addEventListener("fetch", () => {})';

/** Paths whose response is a script that the client chose. */
const SCRIPT_PATHS = [
  `/base64/decode/${Buffer.from(SCRIPT).toString('base64url')}?content-type=text/javascript`,
  `/compose?type=text/javascript&body=${encodeURIComponent(SCRIPT)}`,
  '/response-headers?Content-Type=text/javascript',
];

describe('a request for the script of a service worker', () => {
  for (const protocol of PROTOCOLS) {
    it(`is an error at every endpoint, over ${protocol}`, async () => {
      const server = await exampleServer({ protocol });
      const testing = server.services.find(({ name }) => name === 'testing');
      const examples = testing?.endpoints.flatMap(({ methods, examples }) =>
        examples.map((example) => ({ ...example, method: example.method ?? methods[0] ?? 'GET' })),
      );
      assert.ok(examples && examples.length > 100);
      for (const { path, method, fields = [], body, status } of examples) {
        const response = await server.send({
          method,
          path,
          fields: [...fields, ['Service-Worker', 'script']],
          ...(body === undefined ? {} : { body }),
        });
        const isRouted = method !== 'OPTIONS' && status !== 405;
        assert.equal(response.status, isRouted ? 403 : status, `${method} ${path}`);
        if (isRouted && method !== 'HEAD') assert.match(response.text(), /service worker/);
      }
    });
  }

  it('is recognized in any notation of the header', async (t) => {
    const server = await serve(t);
    for (const [name, value] of [
      ['service-worker', 'script'],
      ['SERVICE-WORKER', ' Script '],
      ['Service-Worker', 'a, script'],
    ] as const) {
      assert.equal((await server.get('/anything', [[name, value]])).status, 403, value);
    }
    const repeated = [
      ['Service-Worker', 'a'],
      ['Service-Worker', 'script'],
    ] as const;
    assert.equal((await server.get('/anything', repeated)).status, 403);
    for (const value of ['', 'scripts', 'no'])
      assert.equal((await server.get('/anything', [['Service-Worker', value]])).status, 200, value);
  });

  it('prevents a service worker in a real browser', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    const page = await browser.newPage();
    await page.goto(`${server.url}/html`);
    for (const path of SCRIPT_PATHS) {
      assert.match((await server.get(path)).field('Content-Type') ?? '', /javascript/, path);
      const outcome = await page.evaluate(
        `navigator.serviceWorker.register(${JSON.stringify(path)}).then(() => 'registered', (error) => error.message)`,
      );
      assert.match(String(outcome), /403/, path);
    }
  });
});
