import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/robots.txt disallows /deny', async (t) => {
  const server = await serve(t);
  const response = await server.get('/robots.txt');
  assert.equal(response.field('Content-Type'), 'text/plain');
  assert.equal(response.text(), 'User-agent: *\nDisallow: /deny\n');
});
