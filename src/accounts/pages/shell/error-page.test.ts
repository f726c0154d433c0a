import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

test('an error is a page with the common style and a policy without scripts', async (t) => {
  const browser = visitor(await serveApi(t));
  await browser.signIn('mona', 'correct-horse-1');
  const missing = await browser.visit('/orgs/nobody/sso');
  await browser.visit('/settings/tokens');
  const forged = await browser.submit('/settings/tokens', { form_token: 'forged' });
  for (const [response, status, title] of [
    [missing, 404, 'Page not found'],
    [forged, 403, 'Forbidden'],
  ] as const) {
    assert.equal(response.status, status);
    assert.match(
      response.text(),
      new RegExp(`<body class="solo">[^]*>${status} [^<]*</span>[^]*<h1>${title}</h1>`),
    );
    assert.ok(!response.text().includes('Account'), 'it is the same for all users');
    assert.match(response.field('Content-Security-Policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
    assert.equal(response.field('Cache-Control'), 'no-store');
    assert.equal(response.field('X-Frame-Options'), 'deny');
  }
});

test('an unsupported method gets 405 with the methods of the page', async (t) => {
  const api = await serveApi(t);
  const response = await api.send({ method: 'DELETE', path: '/settings/tokens' });
  assert.equal(response.status, 405);
  assert.equal(response.field('Allow'), 'GET, HEAD, POST, OPTIONS');
  assert.match(response.text(), /<h1>Page not found<\/h1>/);
});
