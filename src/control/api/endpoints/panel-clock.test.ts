import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('GET /_sparring/panel/clock is a page without data, which its script reads', async (t) => {
  const server = await serve(t);
  const page = await server.get('/_sparring/panel/clock');
  assert.deepEqual([page.status, page.field('Content-Type')], [200, 'text/html; charset=utf-8']);
  assert.match(page.text(), /<a href="\/_sparring\/panel\/clock" aria-current="page">Clock<\/a>/);
  assert.equal((await server.get('/_sparring/panel/clock', [['Sec-Fetch-Site', 'cross-site']])).status, 403);
});
