import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/favicon.svg is an SVG image', async (t) => {
  const response = await (await serve(t)).get('/favicon.svg');
  assert.equal(response.field('Content-Type'), 'image/svg+xml');
  assert.match(response.text(), /^<svg /);
});
