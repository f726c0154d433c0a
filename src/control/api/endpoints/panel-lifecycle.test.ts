import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('GET /_sparring/panel/lifecycle is a page without data, which its script reads', async (t) => {
  const server = await serve(t);
  const page = await server.get('/_sparring/panel/lifecycle');
  assert.deepEqual([page.status, page.field('Content-Type')], [200, 'text/html; charset=utf-8']);
  assert.match(page.text(), /<a href="\/_sparring\/panel\/lifecycle" aria-current="page">Lifecycle<\/a>/);
  assert.equal(
    (await server.get('/_sparring/panel/lifecycle', [['Sec-Fetch-Site', 'cross-site']])).status,
    403,
  );
});
