import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { members, serveApi } from '#test/support/accounts/api.ts';

test('GET /user returns private members for a password and for tokens with read access', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, scopes: ['repo'] });
  await addToken(api, { token: 'b'.repeat(40), userId: api.user.id, scopes: ['read:user'] });
  const of = async (as: string) => members(await api.call('GET', '/user', { as }));
  const own = await of('mona:correct-horse-1');
  assert.deepEqual([own.login, own.id, own.type, own.site_admin], ['mona', api.user.id, 'User', false]);
  assert.equal(own.node_id, Buffer.from(`04:User${api.user.id}`).toString('base64'));
  assert.deepEqual([own.created_at, own.email], ['2026-03-01T12:00:00Z', 'mona@example.com']);
  assert.equal(own.two_factor_authentication, false);
  assert.equal((await of(`x:${'a'.repeat(40)}`)).two_factor_authentication, undefined);
  assert.equal((await of(`x:${'b'.repeat(40)}`)).two_factor_authentication, false);
});

test('GET /user requires authentication', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/user', { as: null });
  assert.equal(response.status, 401);
  assert.deepEqual(response.json(), {
    message: 'Requires authentication',
    documentation_url:
      'https://docs.github.com/enterprise/3.0/rest/reference/users#get-the-authenticated-user',
  });
});
