import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('redirects to paths without content', async (t) => {
  const server = await serve(t);
  for (const [n, location] of [
    [1, '/get'],
    [2, '/relative-redirect/1'],
    [7, '/relative-redirect/6'],
  ]) {
    const response = await server.get(`/relative-redirect/${n}?absolute=true`);
    assert.equal(response.status, 302);
    assert.equal(response.field('Location'), location);
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(response.text(), '');
  }
});
