import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('/_sparring/health returns 200 with and without a database', async (t) => {
  const { control, get, store } = await serveControlled(t);
  assert.deepEqual(members(await get('/_sparring/health')), { status: 'alive' });
  await store.close();
  assert.equal((await control('GET', '/health')).status, 200);
});
