import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, basic, client, members, serveApi } from '#test/support/accounts/api.ts';

const token = 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd';

const get = (api: Api, path: string) => api.call('GET', path, { as: null });

async function serveWithToken(t: Parameters<typeof serveApi>[0]): Promise<Api> {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id, scopes: ['repo'], note: 'mine' });
  return api;
}

test('a token in the query is equivalent to one in Authorization', async (t) => {
  const api = await serveWithToken(t);
  for (const path of [
    `/user?access_token=${token}`,
    `/user?x=1&access%5Ftoken=${token}&access_token=other`,
  ]) {
    const response = await get(api, path);
    assert.equal(response.status, 200, path);
    assert.equal(members(response).login, 'mona');
    assert.equal(response.field('X-OAuth-Scopes'), 'repo');
    assert.equal(response.field('Cache-Control'), 'private, max-age=60, s-maxage=60');
  }
});

test('an invalid token in the query gets 401, at / too', async (t) => {
  const api = await serveWithToken(t);
  for (const path of ['/user', '/', '/meta', '/authorizations', '/nothing']) {
    for (const value of ['f'.repeat(40), '', '%00', '%', '../..']) {
      const response = await get(api, `${path}?access_token=${value}`);
      assert.deepEqual([response.status, members(response).message], [401, 'Bad credentials'], path + value);
    }
  }
});

test('a token in the query does not replace the password', async (t) => {
  const api = await serveWithToken(t);
  const response = await get(api, `/authorizations?access_token=${token}`);
  assert.equal(response.status, 403);
  assert.equal(
    members(response).message,
    'This API can only be accessed with username and password Basic Auth',
  );
});

test('with an Authorization header, the token in the query is ignored', async (t) => {
  const api = await serveWithToken(t);
  const withPassword = await api.call('GET', '/user?access_token=unknown');
  assert.deepEqual([withPassword.status, withPassword.field('X-OAuth-Scopes')], [200, undefined]);
  const withOther = await api.call('GET', `/user?access_token=${token}`, { as: 'x:unknown' });
  assert.equal(withOther.status, 401);
  const withNone = await api.call('GET', `/user?access_token=${token}`, {
    as: null,
    fields: [['Authorization', '']],
  });
  assert.equal(withNone.status, 401);
});

test('a token in the query does not authenticate an application', async (t) => {
  const api = await serveWithToken(t);
  const path = `${client.application}/token?access_token=${token}`;
  const response = await api.call('POST', path, { as: null, body: { access_token: token } });
  assert.deepEqual([response.status, members(response).message], [401, 'Requires authentication']);
  const other = await api.call('POST', path, { as: null, fields: basic('x:y'), body: {} });
  assert.equal(other.status, 401);
});
