import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('/html has the heading that client test suites expect', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/html');
  assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  assert.match(answer.text(), /<h1>Herman Melville - Moby-Dick<\/h1>/);
});
