import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('GET /_sparring/panel/data is a page without data, which its script reads', async (t) => {
  const server = await serve(t);
  const page = await server.get('/_sparring/panel/data');
  assert.deepEqual([page.status, page.field('Content-Type')], [200, 'text/html; charset=utf-8']);
  assert.match(page.text(), /<a href="\/_sparring\/panel\/data" aria-current="page">Data<\/a>/);
  assert.equal((await server.get('/_sparring/panel/data', [['Sec-Fetch-Site', 'cross-site']])).status, 403);
});
