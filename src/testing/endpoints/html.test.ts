import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/html has the heading that client test suites expect', async (t) => {
  const server = await serve(t);
  const response = await server.get('/html');
  assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  assert.match(response.text(), /<h1>Herman Melville - Moby-Dick<\/h1>/);
});
