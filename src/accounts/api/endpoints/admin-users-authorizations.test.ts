import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { admin, serveAdministered } from '#test/support/accounts/administration.ts';
import { type Api, members } from '#test/support/accounts/api.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/enterprise-admin';
const path = '/admin/users/mona/authorizations';

const impersonate = (api: Api, body: unknown = {}, where = path) =>
  api.call('POST', where, { as: admin, body });

const tokenOf = async (api: Api, body: unknown = {}) => String(members(await impersonate(api, body)).token);

test('POST creates an impersonation token with 201, Location, and the application of site administrators', async (t) => {
  const api = await serveAdministered(t);
  const response = await impersonate(api, { scopes: ['repo', 'gist'], note: 'ignored' });
  assert.equal(response.status, 201);
  const made = members(response);
  const url = `http://127.0.0.1:${api.port}/api/v3/authorizations/${made.id}`;
  assert.equal(response.field('Location'), url);
  const token = String(made.token);
  const wanted = {
    id: made.id,
    url,
    app: {
      name: 'GitHub Site Administrator',
      url: 'https://developer.github.com/v3/enterprise/users/',
      client_id: '5b72db47446c8e5a7232',
    },
    token,
    hashed_token: computeDigest(token),
    token_last_eight: token.slice(-8),
    note: null,
    note_url: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:00:00Z',
    scopes: ['repo', 'gist'],
    fingerprint: null,
  };
  assert.equal(response.text(), JSON.stringify(wanted));
});

test('the token authenticates as the user; the case of the login in the path does not matter', async (t) => {
  const api = await serveAdministered(t);
  const made = await impersonate(api, { scopes: null }, '/admin/users/MoNa/authorizations');
  const response = await api.call('GET', '/user', { as: `x:${members(made).token}` });
  assert.deepEqual([response.status, members(response).login], [200, 'mona']);
  assert.equal(response.field('X-OAuth-Scopes'), '');
});

test('a new token deletes the previous one of the same user only', async (t) => {
  const api = await serveAdministered(t);
  await addUser(api, { login: 'hubot' });
  const other = String(members(await impersonate(api, {}, '/admin/users/hubot/authorizations')).token);
  const [first, second] = [await tokenOf(api), await tokenOf(api, { scopes: ['repo'] })];
  const statusOf = async (token: string) => (await api.call('GET', '/user', { as: `x:${token}` })).status;
  assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(other)], [401, 200, 200]);
});

test('twenty concurrent creations leave one token', async (t) => {
  const api = await serveAdministered(t);
  const responses = await Promise.all(Array.from({ length: 20 }, () => impersonate(api)));
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201]);
  const statuses: number[] = [];
  for (const made of responses) {
    const fields = [['Authorization', `token ${members(made).token}`]] as const;
    statuses.push((await api.call('GET', '/user', { as: null, fields })).status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, 1);
});

test('DELETE succeeds once', async (t) => {
  const api = await serveAdministered(t);
  const token = await tokenOf(api);
  const remove = () => api.call('DELETE', path, { as: admin });
  assert.equal((await remove()).status, 204);
  assert.equal((await api.call('GET', '/user', { as: `x:${token}` })).status, 401);
  const again = await remove();
  assert.equal(again.status, 404);
  assert.deepEqual(again.json(), {
    message: 'Not Found',
    documentation_url: `${page}#delete-an-impersonation-oauth-token`,
  });
});

test('the security log of the user shows the impersonation token', async (t) => {
  const api = await serveAdministered(t);
  const token = await tokenOf(api);
  await api.call('DELETE', path, { as: admin });
  const events = await api.store.audit.events(api.user.id, 10);
  assert.deepEqual(
    events.map(({ action, subject }) => [action, subject]),
    [
      ['oauth_access.destroy', 'GitHub Site Administrator'],
      ['oauth_access.create', 'GitHub Site Administrator'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(events), new RegExp(token));
});

test('an unknown user gets 404', async (t) => {
  const api = await serveAdministered(t);
  for (const name of ['nobody', '%00', '1', ''])
    for (const method of ['POST', 'DELETE'])
      assert.equal(
        (await api.call(method, `/admin/users/${name}/authorizations`, { as: admin, body: {} })).status,
        404,
        `${method} ${name}`,
      );
});

test('other members of the body are ignored', async (t) => {
  const api = await serveAdministered(t);
  for (const note of [1, null, [], '\0', 'x'.repeat(5000)])
    assert.equal((await impersonate(api, { note, note_url: note, fingerprint: note })).status, 201);
  const { items } = await api.store.authorizations.list(api.user.id, { page: 1, perPage: 9 });
  assert.deepEqual(
    items.map(({ note, noteUrl, fingerprint }) => [note, noteUrl, fingerprint]),
    [[null, null, null]],
  );
});

test('unknown scopes are rejected and create no token', async (t) => {
  const api = await serveAdministered(t);
  const before = await tokenOf(api);
  for (const [scopes, error] of [
    [['repo', 'all'], { code: 'custom', field: 'scopes', message: 'scopes are invalid: all' }],
    ['repo', { code: 'invalid', field: 'scopes' }],
  ] as const) {
    const response = await impersonate(api, { scopes });
    assert.equal(response.status, 422);
    assert.deepEqual(response.json(), {
      message: 'Validation Failed',
      errors: [{ resource: 'OauthAccess', ...error }],
      documentation_url: `${page}#create-an-impersonation-oauth-token`,
    });
  }
  assert.equal((await impersonate(api, '')).status, 400);
  assert.equal((await api.call('GET', '/user', { as: `x:${before}` })).status, 200);
});

test('callers without site administration get 404', async (t) => {
  const api = await serveAdministered(t);
  for (const method of ['POST', 'DELETE']) {
    assert.equal((await api.call(method, path, { body: {} })).status, 404);
    assert.equal((await api.call(method, path, { as: null, body: {} })).status, 401);
  }
});
