import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('/robots.txt disallows /deny', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/robots.txt');
  assert.equal(answer.field('Content-Type'), 'text/plain');
  assert.equal(answer.text(), 'User-agent: *\nDisallow: /deny\n');
});
