import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addOrganization, addToken } from '#test/support/accounts/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const path = `${client.application}/token/scoped`;

const section = 'https://docs.github.com/enterprise/3.0/rest/reference/apps#create-a-scoped-access-token';

async function made(api: Api): Promise<string> {
  const body = { ...client.pair, scopes: ['repo'] };
  return String(members(await api.call('POST', '/authorizations', { body })).token);
}

const ask = (api: Api, body: unknown, as: string | null = clientCredentials): Promise<WireResponse> =>
  api.call('POST', path, { as, body });

test('POST /applications/{client_id}/token/scoped returns 200 with a new token that has the requested permissions and no scopes', async (t) => {
  const api = await serveApi(t);
  const token = await made(api);
  const response = await ask(api, {
    access_token: token,
    target: 'Mona',
    repositories: ['site'],
    permissions: { contents: 'read', issues: 'write' },
  });
  assert.equal(response.status, 200);
  const { installation, user, scopes, app, token: fresh } = members(response);
  const { account, ...reach } = Object(installation);
  assert.deepEqual(reach, {
    permissions: { contents: 'read', issues: 'write' },
    repository_selection: 'selected',
    single_file_name: null,
    repositories_url: `http://127.0.0.1:${api.port}/api/v3/users/mona/repos`,
  });
  assert.deepEqual(account, user);
  assert.deepEqual([Object(user).login, scopes, Object(app).name], ['mona', [], 'Build Bot']);
  assert.notEqual(fresh, token);
  const used = await api.call('GET', '/user', { as: `x:${fresh}` });
  assert.deepEqual([used.status, used.field('X-OAuth-Scopes')], [200, '']);
  assert.equal((await api.call('GET', '/user', { as: `x:${token}` })).status, 200);
  assert.deepEqual(members(await api.call('GET', '/applications/grants/1')).scopes, ['repo']);
});

test('the target is the user or an organization of the user, by login or by ID', async (t) => {
  const api = await serveApi(t);
  const { id } = await addOrganization(api, { login: 'acme', memberIds: [api.user.id] });
  const other = await addOrganization(api, { login: 'others' });
  const access_token = await made(api);
  for (const [target, login, type] of [
    [{ target: 'ACME' }, 'acme', 'Organization'],
    [{ target_id: api.user.id }, 'mona', 'User'],
    [{ target: 'acme', target_id: 12345 }, 'acme', 'Organization'],
    [{ target: 'mona', repository_ids: [1, 2] }, 'mona', 'User'],
  ] as const) {
    const { installation } = members(await ask(api, { access_token, ...target }));
    const { account, repository_selection } = Object(installation);
    assert.deepEqual([account?.login, account?.type], [login, type], JSON.stringify(target));
    assert.equal(repository_selection, 'repository_ids' in target ? 'selected' : 'all');
  }
  assert.notEqual(id, other.id);
  for (const [target, error] of [
    [{}, { code: 'missing_field', field: 'target' }],
    [{ target: 'nobody' }, { code: 'invalid', field: 'target' }],
    [{ target: 'others' }, { code: 'invalid', field: 'target' }],
    [{ target: 'nul\0' }, { code: 'invalid', field: 'target' }],
    [{ target_id: 999_999 }, { code: 'invalid', field: 'target_id' }],
    [{ target_id: -1 }, { code: 'invalid', field: 'target_id' }],
  ] as const) {
    const response = await ask(api, { access_token, ...target });
    assert.equal(response.status, 422, JSON.stringify(target));
    assert.deepEqual(response.json(), {
      message: 'Validation Failed',
      errors: [{ resource: 'OauthAccess', ...error }],
      documentation_url: section,
    });
  }
});

test('an invalid request is rejected and creates no token', async (t) => {
  const api = await serveApi(t);
  const access_token = await made(api);
  for (const [body, field] of [
    [{}, 'access_token'],
    [{ access_token: 1, target: 'mona' }, 'access_token'],
    [{ access_token, target: 1 }, 'target'],
    [{ access_token, target_id: 'mona' }, 'target_id'],
    [{ access_token, target_id: 1.5 }, 'target_id'],
    [{ access_token, target: 'mona', repositories: 'site' }, 'repositories'],
    [{ access_token, target: 'mona', repositories: Array(501).fill('site') }, 'repositories'],
    [{ access_token, target: 'mona', repository_ids: ['site'] }, 'repository_ids'],
    [{ access_token, target: 'mona', repositories: ['site'], repository_ids: [1] }, 'repositories'],
    [{ access_token, target: 'mona', permissions: { contents: 'all' } }, 'permissions'],
    [{ access_token, target: 'mona', permissions: ['contents'] }, 'permissions'],
  ] as const) {
    const response = await ask(api, body);
    assert.equal(response.status, 422, JSON.stringify(body));
    const [error] = Array.from(Object(members(response).errors));
    assert.equal(Object(error).field, field, JSON.stringify(body));
  }
  assert.equal((await ask(api, '{')).status, 400);
  const { total } = await api.store.authorizations.list(api.user.id, { page: 1, perPage: 1 });
  assert.equal(total, 1);
});

test('returns 404 for a token that is unknown, expired, personal or of another application', async (t) => {
  const api = await serveApi(t);
  const other = await addApplication(api, { clientId: 'ffffffffffffffffffff' });
  const userId = api.user.id;
  await addToken(api, { token: 'a'.repeat(40), userId, applicationId: other.id });
  await addToken(api, { token: 'b'.repeat(40), userId });
  const expired = { applicationId: api.application.id, expiresAt: '2026-03-01T11:59:59Z' };
  await addToken(api, { token: 'c'.repeat(40), userId, ...expired });
  for (const letter of ['a', 'b', 'c', 'd']) {
    const response = await ask(api, { access_token: letter.repeat(40), target: 'mona' });
    assert.equal(response.status, 404, letter);
    assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: section });
  }
  assert.equal((await ask(api, { access_token: 'd'.repeat(40), target: 'mona' }, null)).status, 401);
});

test('a scoped token expires with the token it is created from, and is deleted with the grant', async (t) => {
  const api = await serveApi(t);
  const whole = 'c'.repeat(40);
  const [userId, applicationId] = [api.user.id, api.application.id];
  await addToken(api, { token: whole, userId, applicationId, expiresAt: '2026-03-01T13:00:00Z' });
  const scoped = async () => members(await ask(api, { access_token: whole, target: 'mona' })).token;
  const [first, second] = [await scoped(), await scoped()];
  const status = async (token: unknown) => (await api.call('GET', '/user', { as: `x:${token}` })).status;
  assert.deepEqual([await status(first), await status(second)], [200, 200]);
  api.runtime.clock.advance(3_600_000);
  assert.deepEqual([await status(first), await status(second)], [401, 401]);
  assert.equal((await api.call('DELETE', '/applications/grants/1')).status, 204);
  const { total } = await api.store.authorizations.list(userId, { page: 1, perPage: 1 });
  assert.equal(total, 0);
});

test('a scoped token of an application that used a password has no access to an organization with single sign-on', async (t) => {
  const api = await serveApi(t);
  await addOrganization(api, { login: 'acme', memberIds: [api.user.id] });
  const { token } = members(await ask(api, { access_token: await made(api), target: 'acme' }));
  const record = await api.store.authorizations.list(api.user.id, { page: 1, perPage: 10 });
  assert.ok(record.items.every(({ origin }) => origin === 'interface'));
  assert.equal((await api.call('GET', '/orgs/acme', { as: `x:${token}` })).status, 403);
});

test('a concurrent deletion of the grant deletes the scoped token too', async (t) => {
  const api = await serveApi(t);
  for (let round = 0; round < 10; round++) {
    const access_token = await made(api);
    const { items } = await api.store.grants.list(api.user.id, { page: 1, perPage: 1 });
    const [response, deleted] = await Promise.all([
      ask(api, { access_token, target: 'mona' }),
      api.call('DELETE', `/applications/grants/${items[0]?.id}`),
    ]);
    assert.equal(deleted.status, 204);
    assert.ok(response.status === 200 || response.status === 404, response.text());
    if (response.status === 404) continue;
    assert.equal((await api.call('GET', '/user', { as: `x:${members(response).token}` })).status, 401);
  }
});
