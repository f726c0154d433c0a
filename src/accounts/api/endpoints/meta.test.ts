import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';

test('GET /meta reports the release and that passwords are accepted', async (t) => {
  const api = await serveApi(t);
  assert.deepEqual((await api.call('GET', '/meta', { as: null })).json(), {
    verifiable_password_authentication: true,
    installed_version: '3.0.0',
  });
});
