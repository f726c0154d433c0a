import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';

const path = `/applications/${exampleApplication.clientId}/token`;

const page = 'https://docs.github.com/enterprise/3.0/rest/reference';

const anchors = {
  POST: 'apps#check-a-token',
  PATCH: 'apps#reset-a-token',
  DELETE: 'apps#revoke-an-authorization-for-an-application',
} as const;

const methods = ['POST', 'PATCH', 'DELETE'] as const;

/** A token of the application, as the response to its creation. */
async function made(api: Api, body: object = {}): Promise<Record<string, unknown>> {
  return members(await api.call('POST', '/authorizations', { body: { ...client.pair, ...body } }));
}

function ask(api: Api, method: string, token: unknown, as = clientCredentials): Promise<WireResponse> {
  return api.call(method, path, { as, body: { access_token: token } });
}

const isAlive = async (api: Api, token: unknown) =>
  (await api.call('GET', '/user', { as: `x:${token}` })).status === 200;

test('POST /applications/{client_id}/token returns 200 with the authorization, its token in clear, and its user', async (t) => {
  const api = await serveApi(t);
  const { token, ...others } = await made(api, { scopes: ['repo'], note: 'n' });
  const response = await ask(api, 'POST', token);
  assert.equal(response.status, 200);
  const { user, ...shown } = members(response);
  assert.deepEqual(shown, { ...others, token });
  assert.equal(
    Object.keys(members(response)).join(),
    `${Object.keys(await made(api, { fingerprint: 'x' })).join()},user`,
  );
  const { login, id, type, site_admin } = Object(user);
  assert.deepEqual([login, id, type, site_admin], ['mona', api.user.id, 'User', false]);
});

test('responses to applications are public for caches, and have no headers with the scopes of the checked token', async (t) => {
  const api = await serveApi(t);
  const response = await ask(api, 'POST', (await made(api, { scopes: ['repo'] })).token);
  assert.equal(response.field('Cache-Control'), 'public, max-age=60, s-maxage=60');
  assert.equal(response.field('Vary'), 'Accept');
  assert.match(response.field('ETag') ?? '', /^"[0-9a-f]{32}"$/);
  for (const name of ['X-OAuth-Scopes', 'X-Accepted-OAuth-Scopes', 'Last-Modified', 'Deprecation', 'Link'])
    assert.equal(response.field(name), undefined, name);
});

test('PATCH /applications/{client_id}/token returns 200 with the same id and a new token; the old one is invalid at once', async (t) => {
  const api = await serveApi(t);
  const before = await made(api, { scopes: ['repo'], fingerprint: 'laptop' });
  api.runtime.clock.advance(60_000);
  const response = await ask(api, 'PATCH', before.token);
  assert.equal(response.status, 200);
  const { user, ...after } = members(response);
  assert.equal(Object(user).login, 'mona');
  assert.match(String(after.token), /^[0-9a-f]{40}$/);
  assert.notEqual(after.token, before.token);
  assert.deepEqual(after, {
    ...before,
    token: after.token,
    hashed_token: computeDigest(String(after.token)),
    token_last_eight: String(after.token).slice(-8),
    updated_at: '2026-03-01T12:01:00Z',
  });
  assert.deepEqual([await isAlive(api, before.token), await isAlive(api, after.token)], [false, true]);
  assert.equal((await ask(api, 'PATCH', before.token)).status, 404);
});

test('DELETE /applications/{client_id}/token returns 204, invalidates the token and keeps the grant; a second call gets 404', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const { token: other } = await made(api, { fingerprint: 'other' });
  const gone = await ask(api, 'DELETE', token);
  assert.deepEqual([gone.status, gone.text()], [204, '']);
  for (const name of ['ETag', 'Cache-Control', 'Vary', 'Content-Type'])
    assert.equal(gone.field(name), undefined, name);
  assert.deepEqual([await isAlive(api, token), await isAlive(api, other)], [false, true]);
  assert.equal((await api.call('GET', '/applications/grants/1')).status, 200);
  const again = await ask(api, 'DELETE', token);
  assert.deepEqual(
    [again.status, again.json()],
    [404, { message: 'Not Found', documentation_url: `${page}/${anchors.DELETE}` }],
  );
});

test('an unknown, foreign, personal or expired token gets the same 404', async (t) => {
  const api = await serveApi(t);
  const other = await addApplication(api, { clientId: 'ffffffffffffffffffff' });
  const [userId, applicationId] = [api.user.id, api.application.id];
  const tokens = {
    other: 'a'.repeat(40),
    personal: 'b'.repeat(40),
    expired: 'c'.repeat(40),
  };
  await addToken(api, { token: tokens.other, userId, applicationId: other.id });
  await addToken(api, { token: tokens.personal, userId });
  await addToken(api, { token: tokens.expired, userId, applicationId, expiresAt: '2026-03-01T12:00:00Z' });
  for (const method of methods) {
    for (const token of [...Object.values(tokens), 'd'.repeat(40), '', 'nul\0', 'é', 'x'.repeat(100_000)]) {
      const response = await ask(api, method, token);
      assert.equal(response.status, 404, `${method} ${token.slice(0, 50)}`);
      assert.deepEqual(response.json(), {
        message: 'Not Found',
        documentation_url: `${page}/${anchors[method]}`,
      });
    }
  }
  const { total } = await api.store.authorizations.list(userId, { page: 1, perPage: 1 });
  assert.equal(total, 3);
});

test('a reset succeeds for a token that is about to expire', async (t) => {
  const api = await serveApi(t);
  const token = 'c'.repeat(40);
  const [userId, applicationId] = [api.user.id, api.application.id];
  await addToken(api, { token, userId, applicationId, expiresAt: '2026-03-01T12:00:01Z' });
  assert.equal((await ask(api, 'POST', token)).status, 200);
  const fresh = members(await ask(api, 'PATCH', token)).token;
  api.runtime.clock.advance(1000);
  assert.equal((await ask(api, 'POST', fresh)).status, 404, 'a new token expires with its authorization');
});

test('an application can name no other client ID than its own', async (t) => {
  const api = await serveApi(t);
  await addApplication(api, { clientId: 'ffffffffffffffffffff', clientSecret: 'e'.repeat(40) });
  const { token } = await made(api);
  for (const method of methods) {
    const as = `${'f'.repeat(20)}:${'e'.repeat(40)}`;
    assert.equal((await ask(api, method, token, as)).status, 404, method);
    for (const clientId of ['f'.repeat(20), 'grants', '%00', exampleApplication.clientId.toUpperCase()]) {
      const response = await api.call(method, `/applications/${clientId}/token`, {
        as: clientCredentials,
        body: { access_token: token },
      });
      assert.equal(response.status, 404, `${method} ${clientId}`);
    }
  }
  assert.equal(await isAlive(api, token), true);
});

test('returns 401 without the credentials of an application, also for a password and a token of a user', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  for (const method of methods) {
    const none = await api.call(method, path, { as: null, body: { access_token: token } });
    assert.deepEqual([none.status, members(none).message], [401, 'Requires authentication']);
    for (const as of [
      `${exampleApplication.clientId}:wrong`,
      `unknown:${exampleApplication.clientSecret}`,
      'mona:correct-horse-1',
      `${token}:x-oauth-basic`,
      `nul\0:${exampleApplication.clientSecret}`,
    ]) {
      const response = await ask(api, method, token, as);
      assert.deepEqual([response.status, members(response).message], [401, 'Bad credentials'], as);
    }
  }
  assert.equal((await api.call('GET', '/authorizations')).status, 200, 'no login is locked');
});

test('access_token is required, in a JSON object', async (t) => {
  const api = await serveApi(t);
  for (const method of methods) {
    for (const [body, status, message] of [
      ['{}', 422, 'Validation Failed'],
      ['{"access_token":null}', 422, 'Validation Failed'],
      ['{"access_token":["x"]}', 422, 'Validation Failed'],
      ['', 400, 'Problems parsing JSON'],
      [undefined, 400, 'Problems parsing JSON'],
      ['{', 400, 'Problems parsing JSON'],
      ['[]', 400, 'Body should be a JSON object'],
    ] as const) {
      const response = await api.call(method, path, { as: clientCredentials, body });
      assert.deepEqual([response.status, members(response).message], [status, message], `${method} ${body}`);
    }
    const { errors } = members(await api.call(method, path, { as: clientCredentials, body: {} }));
    assert.deepEqual(errors, [{ resource: 'OauthAccess', code: 'missing_field', field: 'access_token' }]);
  }
});

test('an application needs no one-time password', async (t) => {
  const twoFactor = { method: 'app', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' } as const;
  const api = await serveApi(t, {}, { twoFactor });
  const token = 'a'.repeat(40);
  await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
  assert.equal((await ask(api, 'POST', token)).status, 200);
});

test('an application gets the user of each of its tokens', async (t) => {
  const api = await serveApi(t);
  const hubot = await addUser(api, { login: 'hubot' });
  const token = 'a'.repeat(40);
  await addToken(api, { token, userId: hubot.id, applicationId: api.application.id });
  assert.equal(Object(members(await ask(api, 'POST', token)).user).login, 'hubot');
});

test('of fifty concurrent resets of one token, one succeeds, and its token is valid', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const responses = await Promise.all(Array.from({ length: 50 }, () => ask(api, 'PATCH', token)));
  const done = responses.filter(({ status }) => status === 200);
  assert.equal(done.length, 1);
  assert.ok(responses.every(({ status }) => status === 200 || status === 404));
  const fresh = members(done[0] ?? responses[0] ?? assert.fail()).token;
  assert.deepEqual([await isAlive(api, token), await isAlive(api, fresh)], [false, true]);
});

test('of two concurrent revocations, one gets 204 and the other 404', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const both = await Promise.all([1, 2].map(() => ask(api, 'DELETE', token)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404]);
});

test('a concurrent reset and revocation leave the state that their responses describe', async (t) => {
  const api = await serveApi(t);
  for (let round = 0; round < 20; round++) {
    const { token, id } = await made(api);
    const [reset, revoked] = await Promise.all([ask(api, 'PATCH', token), ask(api, 'DELETE', token)]);
    assert.deepEqual([reset.status, revoked.status].sort(), reset.status === 200 ? [200, 404] : [204, 404]);
    if (reset.status === 200) assert.equal(await isAlive(api, members(reset).token), true);
    await api.call('DELETE', `/authorizations/${id}`);
  }
});

test('keeps the token of a concurrent reset when revoking', async (t) => {
  const api = await serveApi(t);
  const { token } = await made(api);
  const { authorizations } = api.store;
  const { delete: deleteNow } = authorizations;
  const [found, isReset] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(authorizations, {
    delete: async (...input: Parameters<typeof deleteNow>) => {
      found.resolve();
      await isReset.promise;
      return deleteNow(...input);
    },
  });
  const revocation = ask(api, 'DELETE', token);
  await found.promise;
  const reset = await ask(api, 'PATCH', token);
  isReset.resolve();
  assert.deepEqual([reset.status, (await revocation).status], [200, 404]);
  assert.equal(await isAlive(api, members(reset).token), true);
});

test('any other method gets 404 as an application', async (t) => {
  const api = await serveApi(t);
  for (const method of ['GET', 'PUT', 'HEAD']) {
    const response = await api.call(method, path, { as: clientCredentials });
    assert.equal(response.status, 404, method);
  }
});

test('errors of revocations have the documentation URLs that were recorded in 2020', async (t) => {
  const api = await serveApi(t, { apiVersion: 'github-2020' });
  for (const [end, anchor] of [
    ['token', 'revoke-an-authorization-for-an-application'],
    ['grant', 'revoke-a-grant-for-an-application'],
  ]) {
    const response = await api.call('DELETE', `${client.application}/${end}`, {
      as: clientCredentials,
      body: { access_token: 'unknown' },
    });
    assert.equal(
      response.text(),
      `{"message":"Not Found","documentation_url":"https://developer.github.com/v3/oauth_authorizations/#${anchor}"}`,
    );
  }
});

test('with prefixed tokens, a new token shows its kind and its expiry', async (t) => {
  const api = await serveApi(t, { apiVersion: 'ghes-3.2' });
  const [userId, applicationId] = [api.user.id, api.application.id];
  const token = 'a'.repeat(40);
  await addToken(api, { token, userId, applicationId, expiresAt: '2026-03-01T13:00:00Z' });
  const view = members(await ask(api, 'PATCH', token));
  assert.match(String(view.token), /^gho_[0-9A-Za-z]{36}$/);
  assert.equal(view.expires_at, '2026-03-01T13:00:00Z');
  assert.deepEqual(Object.keys(view).slice(-3), ['fingerprint', 'expires_at', 'user']);
  assert.equal((await ask(api, 'POST', view.token)).status, 200);
});
