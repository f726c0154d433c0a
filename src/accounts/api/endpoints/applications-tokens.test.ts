import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addToken } from '#test/support/accounts/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const path = `/applications/${exampleApplication.clientId}/tokens`;

const page = 'https://docs.github.com/enterprise/3.0/rest/reference';

const ask = (api: Api, method: string, token: unknown) =>
  api.call(method, `${path}/${encodeURIComponent(String(token))}`, { as: clientCredentials });

async function made(api: Api): Promise<Record<string, unknown>> {
  const body = { ...client.pair, scopes: ['repo'] };
  return members(await api.call('POST', '/authorizations', { body }));
}

test('GET /applications/{client_id}/tokens/{access_token} returns 200, the token and its user, and 304 for a matching tag', async (t) => {
  const api = await serveApi(t);
  const view = await made(api);
  const response = await ask(api, 'GET', view.token);
  assert.equal(response.status, 200);
  const { user, ...others } = members(response);
  assert.deepEqual(others, view);
  assert.equal(Object(user).login, 'mona');
  assert.equal(response.field('Cache-Control'), 'public, max-age=60, s-maxage=60');
  assert.equal(response.field('Vary'), 'Accept');
  const again = await api.call('GET', `${path}/${view.token}`, {
    as: clientCredentials,
    fields: [['If-None-Match', response.field('ETag') ?? '']],
  });
  assert.equal(again.status, 304);
});

test('POST /applications/{client_id}/tokens/{access_token} returns 200 with the same id and a new token', async (t) => {
  const api = await serveApi(t);
  const before = await made(api);
  const response = await ask(api, 'POST', before.token);
  assert.equal(response.status, 200);
  const after = members(response);
  assert.equal(after.id, before.id);
  assert.notEqual(after.token, before.token);
  assert.equal((await api.call('GET', '/user', { as: `x:${before.token}` })).status, 401);
  assert.equal((await api.call('GET', '/user', { as: `x:${after.token}` })).status, 200);
});

test('DELETE /applications/{client_id}/tokens/{access_token} returns 204; a second call gets 404', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  assert.equal((await ask(api, 'DELETE', token)).status, 204);
  assert.equal((await api.call('GET', '/user', { as: `x:${token}` })).status, 401);
  assert.equal((await api.call('GET', '/applications/grants/1')).status, 200);
  const again = await ask(api, 'DELETE', token);
  assert.deepEqual(
    [again.status, again.json()],
    [
      404,
      {
        message: 'Not Found',
        documentation_url: `${page}/apps#revoke-an-authorization-for-an-application`,
      },
    ],
  );
});

test('DELETE /applications/{client_id}/tokens returns 404 and revokes nothing', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const response = await api.call('DELETE', path, { as: clientCredentials });
  assert.equal(response.status, 404);
  assert.deepEqual(response.json(), {
    message: 'Not Found',
    documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
  });
  assert.equal((await ask(api, 'GET', token)).status, 200);
  const stranger = await api.call('DELETE', path, { as: `${exampleApplication.clientId}:wrong` });
  assert.equal(stranger.status, 401);
});

test('an unknown, foreign, personal or expired token in the path gets 404', async (t) => {
  const api = await serveApi(t);
  const other = await addApplication(api, { clientId: 'ffffffffffffffffffff' });
  const [userId, applicationId] = [api.user.id, api.application.id];
  const tokens = { other: 'a'.repeat(40), personal: 'b'.repeat(40), expired: 'c'.repeat(40) };
  await addToken(api, { token: tokens.other, userId, applicationId: other.id });
  await addToken(api, { token: tokens.personal, userId });
  await addToken(api, {
    token: tokens.expired,
    userId,
    applicationId,
    fingerprint: 'x',
    expiresAt: '2026-02-01T00:00:00Z',
  });
  for (const token of [...Object.values(tokens), 'unknown', 'a/b', 'é', '\0', '..', '%']) {
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.equal((await ask(api, method, token)).status, 404, `${method} ${token}`);
  }
  assert.equal((await ask(api, 'GET', (await made(api)).token)).status, 200);
});

test('only calls with a token in the path have the headers Deprecation and Sunset', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const link =
    '<https://developer.github.com/changes/2020-02-14-deprecating-oauth-app-endpoint/>; rel="deprecation"; type="text/html"';
  for (const response of [
    await ask(api, 'GET', token),
    await ask(api, 'GET', 'unknown'),
    await api.call('DELETE', path, { as: clientCredentials }),
    await api.call('DELETE', `/applications/${exampleApplication.clientId}/grants/${token}`, { as: null }),
    await ask(api, 'DELETE', token),
  ]) {
    assert.equal(response.field('Deprecation'), 'Fri, 14 Feb 2020 00:00:00 GMT', String(response.status));
    assert.match(response.field('Sunset') ?? '', / 2021 /);
    assert.equal(response.field('Link'), link);
  }
  for (const [method, end] of [
    ['POST', 'token'],
    ['DELETE', 'grant'],
    ['POST', 'token/scoped'],
  ] as const) {
    const response = await api.call(method, `${client.application}/${end}`, {
      as: clientCredentials,
      body: {},
    });
    for (const name of ['Deprecation', 'Sunset', 'Link'])
      assert.equal(response.field(name), undefined, `${end} ${name}`);
  }
});
