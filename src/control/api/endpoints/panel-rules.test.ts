import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('GET /_sparring/panel/rules is a page without data, which its script reads', async (t) => {
  const server = await serve(t);
  const page = await server.get('/_sparring/panel/rules');
  assert.equal(page.status, 200);
  assert.equal(page.field('Content-Type'), 'text/html; charset=utf-8');
  assert.ok(page.body.length < 200_000, `${page.body.length} bytes`);
  assert.match(page.text(), /<a href="\/_sparring\/panel\/rules" aria-current="page">/);
  assert.equal((await server.get('/_sparring/panel/rules', [['Sec-Fetch-Site', 'cross-site']])).status, 403);
});
