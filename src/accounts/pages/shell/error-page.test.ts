import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

test('an error is a page with the common style and a policy without scripts', async (t) => {
  const browser = visitor(await serveApi(t));
  await browser.signIn('mona', 'correct-horse-1');
  const missing = await browser.visit('/orgs/nobody/sso');
  await browser.visit('/settings/tokens');
  const unknown = await browser.visit('/settings/nothing');
  const forged = await browser.submit('/settings/tokens', { form_token: 'forged' });
  for (const [response, status, title] of [
    [missing, 404, 'Page not found'],
    [unknown, 404, 'Page not found'],
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

test('a path that no page has is one of the testing service in a bin, and for a preflight', async (t) => {
  const api = await serveApi(t);
  const inBins = [
    await api.get('/bin/b1/settings/nothing'),
    await api.get('/settings/nothing', [['Host', `b1.bin.localhost:${api.port}`]]),
  ];
  for (const response of inBins) {
    assert.equal(response.status, 404);
    assert.equal(response.field('Content-Type'), 'application/problem+json');
  }
  const preflight = await api.send({
    method: 'OPTIONS',
    path: '/settings/nothing',
    fields: [
      ['Origin', 'http://app.example'],
      ['Access-Control-Request-Method', 'GET'],
    ],
  });
  assert.equal(preflight.status, 200);
});

test('an unsupported method gets 405 with the methods of the page', async (t) => {
  const api = await serveApi(t);
  const response = await api.send({ method: 'DELETE', path: '/settings/tokens' });
  assert.equal(response.status, 405);
  assert.equal(response.field('Allow'), 'GET, HEAD, POST, OPTIONS');
  assert.match(response.text(), /<h1>Page not found<\/h1>/);
});
