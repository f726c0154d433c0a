import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

const PAGE = '<title>before</title><script>document.title = "it ran"; document.cookie = "ran=1"</script>';

test('a real browser runs no untrusted content of any endpoint', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t);
  const page = await browser.newPage();
  const encoded = Buffer.from(PAGE).toString('base64url');
  const padded = encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
  for (const path of [
    `/base64/${padded}`,
    `/base64/decode/${padded}?content-type=text/html`,
    `/response-headers?Content-Type=text/html&X=${encodeURIComponent(PAGE)}`,
    `/response-headers?Content-Type=text/html&Content-Security-Policy=&${encodeURIComponent(PAGE)}=1`,
    `/anything?${encodeURIComponent(PAGE)}`,
    `/dump/request?${encodeURIComponent(PAGE)}`,
    `/nowhere?${encodeURIComponent(PAGE)}`,
    `/status/${encodeURIComponent(PAGE)}`,
  ]) {
    await page.goto(server.url + path);
    assert.notEqual(await page.title(), 'it ran', path);
  }
  // A form can send a page to an endpoint that returns the body with its type.
  await page.goto(`${server.url}/html`);
  await Promise.all([
    page.waitForURL('**/payload'),
    page.evaluate(`{
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/payload';
      form.enctype = 'text/plain';
      document.body.append(form);
      form.submit();
    }`),
  ]);
  assert.notEqual(await page.title(), 'it ran');
  assert.deepEqual(await page.context().cookies(), []);
});

test('a real browser stays on the allowed hosts', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t, { allowedRedirectDomains: ['allowed.example'] });
  const page = await browser.newPage();
  const requested: string[] = [];
  await page.route('**', (route) => {
    const { hostname } = new URL(route.request().url());
    requested.push(hostname);
    return hostname === '127.0.0.1' ? route.continue() : route.abort();
  });
  for (const target of [
    'http://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'http:evil.example',
    'http:///evil.example',
    'http://allowed.example@evil.example',
    'http://evil.example\\@allowed.example',
    'http://evil.example%2f.allowed.example',
    'https:/evil.example',
  ]) {
    const encoded = encodeURIComponent(target);
    for (const path of [`/redirect-to?url=${encoded}`, `/response-headers?Refresh=0;url=${encoded}`]) {
      const response = await page.goto(server.url + path);
      // Errors do not redirect.
      if (response?.ok()) await page.waitForLoadState('networkidle');
    }
  }
  assert.deepEqual([...new Set(requested)], ['127.0.0.1']);
});
