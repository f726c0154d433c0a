import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('/docs/page.js is a script that is revalidated on each use', async (t) => {
  const answer = await (await serve(t)).get('/docs/page.js');
  assert.equal(answer.field('Content-Type'), 'text/javascript; charset=utf-8');
  assert.equal(answer.field('Cache-Control'), 'no-cache');
  assert.ok(answer.body.length > 500);
});
