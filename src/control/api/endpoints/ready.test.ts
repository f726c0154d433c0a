import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('/_sparring/ready returns 503 without a database', async (t) => {
  const { control, store } = await serveControlled(t);
  assert.deepEqual(members(await control('GET', '/ready')), { status: 'ready' });
  await store.close();
  const response = await control('GET', '/ready');
  assert.equal(response.status, 503);
  assert.equal(members(response).detail, 'The database does not respond.');
});
