import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basic, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';

const wanted = {
  message: 'Must authenticate to access this API.',
  documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
};

test('private mode rejects every call without credentials, for every path', async (t) => {
  const api = await serveApi(t, { privateMode: true });
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/meta'],
    ['GET', '/rate_limit'],
    ['GET', '/orgs/acme'],
    ['GET', '/user'],
    ['GET', '/nothing'],
    ['GET', '/authorizations'],
    ['POST', '/authorizations'],
    ['PATCH', '/authorizations'],
    ['GET', '/admin/tokens'],
    ['POST', `${client.application}/token`],
    ['DELETE', `${client.application}/tokens`],
  ] as const) {
    const response = await api.call(method, path, { as: null });
    assert.equal(response.status, 401, `${method} ${path}`);
    assert.deepEqual(response.json(), wanted, `${method} ${path}`);
    assert.equal(response.field('Status'), '401 Unauthorized');
  }
});

test('private mode does not change what credentials give access to', async (t) => {
  const api = await serveApi(t, { privateMode: true });
  const made = await api.call('POST', '/authorizations', { body: { ...client.pair, note: 'x' } });
  assert.equal(made.status, 201);
  const { token } = members(made);
  for (const path of ['/', '/meta', '/user']) {
    assert.equal((await api.call('GET', path)).status, 200, path);
    assert.equal((await api.call('GET', path, { as: `${token}:x-oauth-basic` })).status, 200, path);
    assert.equal((await api.call('GET', `${path}?access_token=${token}`, { as: null })).status, 200, path);
    const wrong = await api.call('GET', path, { as: 'mona:wrong' });
    assert.deepEqual([wrong.status, members(wrong).message], [401, 'Bad credentials'], path);
  }
  const body = { access_token: token };
  const check = await api.call('POST', `${client.application}/token`, { as: clientCredentials, body });
  assert.equal(check.status, 200);
});

test('in private mode, preflight requests need no credentials, and other requests need a User-Agent', async (t) => {
  const api = await serveApi(t, { privateMode: true });
  assert.equal((await api.call('OPTIONS', '/authorizations', { as: null })).status, 204);
  const nameless = await api.send({ path: '/api/v3/meta', fields: basic('mona:wrong') });
  assert.equal(nameless.status, 403);
});

test('without private mode the root requires no credentials', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/', { as: null })).status, 200);
});
