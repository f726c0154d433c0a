import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('redirects to paths without content', async (t) => {
  const server = await serve(t);
  for (const [n, location] of [
    [1, '/get'],
    [2, '/relative-redirect/1'],
    [7, '/relative-redirect/6'],
  ]) {
    const answer = await server.get(`/relative-redirect/${n}?absolute=true`);
    assert.equal(answer.status, 302);
    assert.equal(answer.field('Location'), location);
    assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(answer.text(), '');
  }
});
