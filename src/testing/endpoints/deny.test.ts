import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/deny is plain ASCII text of at most 80 columns', async (t) => {
  const server = await serve(t);
  const response = await server.get('/deny');
  assert.equal(response.field('Content-Type'), 'text/plain');
  // Client test suites assert this sentence of httpbin.
  assert.match(response.text(), /YOU SHOULDN'T BE HERE/);
  for (const line of response.text().split('\n')) assert.ok(line.length < 80 && /^[ -~]*$/.test(line));
});
