import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/xml declares ASCII and contains only ASCII', async (t) => {
  const server = await serve(t);
  const response = await server.get('/xml');
  assert.equal(response.field('Content-Type'), 'application/xml');
  assert.match(response.text(), /^<\?xml version='1\.0' encoding='us-ascii'\?>\n/);
  assert.ok(response.body.every((byte) => byte < 0x80));
});
