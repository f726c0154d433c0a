import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/user-agent returns the User-Agent header', async (t) => {
  const server = await serve(t);
  const response = await server.get('/user-agent', [['User-Agent', 'me']]);
  assert.deepEqual(response.json(), { 'user-agent': 'me' });
});

test('/user-agent returns null without a User-Agent header', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/user-agent')).text(), '{\n  "user-agent": null\n}\n');
});
