import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/docs/page.js is a script that is revalidated on each use', async (t) => {
  const response = await (await serve(t)).get('/docs/page.js');
  assert.equal(response.field('Content-Type'), 'text/javascript; charset=utf-8');
  assert.equal(response.field('Cache-Control'), 'no-cache');
  assert.ok(response.body.length > 500);
});
