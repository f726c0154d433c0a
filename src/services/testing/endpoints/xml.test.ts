import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('/xml declares ASCII and contains only ASCII', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/xml');
  assert.equal(answer.field('Content-Type'), 'application/xml');
  assert.match(answer.text(), /^<\?xml version='1\.0' encoding='us-ascii'\?>\n/);
  assert.ok(answer.body.every((byte) => byte < 0x80));
});
