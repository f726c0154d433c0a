import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, basic, client, members, serveApi } from '#test/support/accounts/api.ts';

const token = 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd';
const unknown = 'ffffffffffbbbbbbbbbbccccccccccdddddddddd';

/** Every way in which clients send a token. */
const ways = (value: string): Fields[] => [
  [['Authorization', `token ${value}`]],
  [['Authorization', `Bearer ${value}`]],
  [['Authorization', `TOKEN ${value}`]],
  basic(`${value}:x-oauth-basic`),
  basic(`${value}:`),
  basic(`mona:${value}`),
];

async function withToken(api: Api): Promise<void> {
  await addToken(api, { token, userId: api.user.id, scopes: ['user:email', 'repo'], note: 'mine' });
}

test('GET /user accepts a token in every way that clients send one', async (t) => {
  const api = await serveApi(t);
  await withToken(api);
  for (const fields of ways(token)) {
    const response = await api.call('GET', '/user', { as: null, fields });
    assert.equal(response.status, 200, String(fields[0]));
    assert.equal(members(response).login, 'mona');
    assert.equal(response.field('X-OAuth-Scopes'), 'repo, user:email');
    assert.equal(response.field('X-Accepted-OAuth-Scopes'), '');
  }
});

test('a token as password identifies its own user, for any login', async (t) => {
  const api = await serveApi(t);
  const hubot = await addUser(api, { login: 'hubot', password: 'battery-staple-2' });
  await addToken(api, { token, userId: hubot.id, note: 'of hubot' });
  const response = await api.call('GET', '/user', { as: `mona:${token}` });
  assert.equal(members(response).login, 'hubot');
});

test('responses to a password have no scope headers', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/user');
  assert.equal(response.field('X-OAuth-Scopes'), undefined);
  assert.equal(response.field('X-Accepted-OAuth-Scopes'), undefined);
});

test('a token without scopes has an empty scope header', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id });
  const response = await api.call('GET', '/', { as: null, fields: [['Authorization', `token ${token}`]] });
  assert.deepEqual([response.status, response.field('X-OAuth-Scopes')], [200, '']);
});

test('an unknown token gets 401 in every way it is sent, at / and /meta too', async (t) => {
  const api = await serveApi(t);
  for (const path of ['/user', '/', '/meta', '/authorizations']) {
    for (const fields of ways(unknown)) {
      const response = await api.call('GET', path, { as: null, fields });
      assert.equal(response.status, 401, `${path} ${fields[0]?.[1]}`);
      assert.equal(members(response).message, 'Bad credentials');
    }
  }
});

test('a token is never accepted in place of the password', async (t) => {
  const api = await serveApi(t);
  await withToken(api);
  for (const [method, path, body] of [
    ['GET', '/authorizations', undefined],
    ['POST', '/authorizations', '{"note":"n"}'],
    ['PATCH', '/authorizations', undefined],
    ['PUT', client.path, '{}'],
    ['GET', '/applications/grants', undefined],
    ['GET', '/applications/grants/1', undefined],
    ['DELETE', '/applications/grants/1', undefined],
  ] as const) {
    for (const fields of ways(token)) {
      const response = await api.call(method, path, { as: null, fields, body });
      assert.equal(response.status, 403, `${method} ${path}`);
      assert.deepEqual(response.json(), {
        message: 'This API can only be accessed with username and password Basic Auth',
        documentation_url:
          'https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations#oauth-authorizations-api',
      });
    }
  }
});

test('a token in place of the password is not a failed sign-in, and an unknown token is', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 });
  await withToken(api);
  for (let count = 0; count < 5; count++) {
    assert.equal((await api.call('GET', '/authorizations', { as: `mona:${token}` })).status, 403);
  }
  assert.equal((await api.call('GET', '/authorizations')).status, 200);
  for (let count = 0; count < 2; count++) {
    assert.equal((await api.call('GET', '/authorizations', { as: `mona:${unknown}` })).status, 401);
  }
  assert.equal((await api.call('GET', '/authorizations')).status, 403);
});

test('a user with a second factor needs no code with a token', async (t) => {
  const twoFactor = { method: 'app', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' } as const;
  const api = await serveApi(t, {}, { twoFactor });
  await withToken(api);
  const response = await api.call('GET', '/user', { as: `mona:${token}` });
  assert.equal(response.status, 200);
});

test('a token of a seed file can consist of any visible characters', async (t) => {
  const api = await serveApi(t);
  for (const token of ['abc+def/ghi=jkl!mno~', 'exactly-16-chars', '"'.repeat(255)]) {
    await addToken(api, { token, userId: api.user.id });
    for (const fields of ways(token)) {
      const response = await api.call('GET', '/user', { as: null, fields });
      assert.equal(response.status, 200, String(fields[0]));
    }
  }
});

test('a password in the format of a token is accepted', async (t) => {
  const api = await serveApi(t, {}, { password: unknown });
  assert.equal((await api.call('GET', '/authorizations')).status, 200);
});

test('an expired token is rejected from its expiry time on, wherever it is sent', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id, expiresAt: '2026-03-01T12:00:01Z' });
  for (const fields of ways(token))
    assert.equal((await api.call('GET', '/user', { as: null, fields })).status, 200, String(fields[0]));
  api.runtime.clock.advance(1000);
  for (const fields of ways(token)) {
    const response = await api.call('GET', '/user', { as: null, fields });
    assert.equal(response.status, 401, String(fields[0]));
    assert.equal(members(response).message, 'Bad credentials');
  }
  assert.equal((await api.call('GET', `/user?access_token=${token}`, { as: null })).status, 401);
});

test('errors and 204 show the scopes of the token and the accepted scopes too', async (t) => {
  const api = await serveApi(t, {}, { siteAdmin: true });
  await addToken(api, { token, userId: api.user.id, scopes: ['site_admin', 'gist'], note: 'mine' });
  const other = await addToken(api, { token: unknown, userId: api.user.id, note: 'other' });
  for (const [method, path, status, accepted] of [
    ['GET', '/nothing', 404, ''],
    ['GET', '/user', 200, ''],
    ['GET', '/authorizations', 403, ''],
    ['GET', '/admin/tokens', 200, 'site_admin'],
    ['DELETE', `/admin/tokens/${other.id}`, 204, 'site_admin'],
    ['DELETE', `/admin/tokens/${other.id}`, 404, 'site_admin'],
    ['POST', '/admin/users', 400, 'site_admin'],
  ] as const) {
    const response = await api.call(method, path, { as: `x:${token}` });
    assert.equal(response.status, status, `${method} ${path} ${response.text()}`);
    assert.deepEqual(
      response.fields.filter(([name]) => name.endsWith('OAuth-Scopes')),
      [
        ['X-OAuth-Scopes', 'gist, site_admin'],
        ['X-Accepted-OAuth-Scopes', accepted],
      ],
      `${method} ${path}`,
    );
  }
});
