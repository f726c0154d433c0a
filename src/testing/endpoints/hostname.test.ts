import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns the name of the machine only with realHostname', async (t) => {
  const modest = await serve(t);
  assert.deepEqual((await modest.get('/hostname')).json(), { hostname: 'sparring' });
  const open = await serve(t, { realHostname: true });
  assert.deepEqual((await open.get('/hostname')).json(), { hostname: hostname() });
});
