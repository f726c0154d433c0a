import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, serveApi } from '#test/support/accounts/api.ts';

const section = (anchor: string) =>
  `https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations#${anchor}`;

async function token(api: Api, body: object): Promise<string> {
  return String(members(await api.call('POST', '/authorizations', { body })).token);
}

async function onlyGrant(api: Api): Promise<Record<string, unknown>> {
  const grants: unknown = (await api.call('GET', '/applications/grants')).json();
  if (!Array.isArray(grants) || grants.length !== 1) throw new Error('not one grant');
  return grants[0];
}

test('the list has one grant for each application, with the scopes of all its tokens', async (t) => {
  const api = await serveApi(t);
  await token(api, { ...client.pair, scopes: ['repo'] });
  api.runtime.clock.advance(60_000);
  await token(api, { ...client.pair, scopes: ['gist', 'repo'], fingerprint: 'laptop' });
  const grant = await onlyGrant(api);
  const url = `http://127.0.0.1:${api.port}/api/v3/applications/grants/${grant.id}`;
  const wanted = {
    id: grant.id,
    url,
    app: { name: 'Build Bot', url: 'https://buildbot.example', client_id: '0123456789abcdef0123' },
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:01:00Z',
    scopes: ['repo', 'gist'],
  };
  const response = await api.call('GET', `/applications/grants/${grant.id}`);
  assert.equal(response.status, 200);
  assert.equal(response.text(), JSON.stringify(wanted));
  assert.deepEqual(grant, wanted);
});

test('personal access tokens have no grant', async (t) => {
  const api = await serveApi(t);
  await token(api, { note: 'personal' });
  assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');
});

test('an unknown grant and a grant of another user get 404', async (t) => {
  const api = await serveApi(t);
  const other = await addUser(api, { login: 'hubot' });
  await addToken(api, { token: 'f'.repeat(40), userId: other.id, applicationId: api.application.id });
  for (const id of ['1', '0', '2', '999999999', '9007199254740993', '9'.repeat(400)]) {
    for (const [method, anchor] of [
      ['GET', 'get-a-single-grant'],
      ['DELETE', 'delete-a-grant'],
    ] as const) {
      const response = await api.call(method, `/applications/grants/${id}`);
      assert.equal(response.status, 404, `${method} ${id}`);
      assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: section(anchor) });
    }
  }
  assert.equal(
    (await api.call('GET', '/applications/grants/1', { as: 'hubot:correct-horse-1' })).status,
    200,
  );
});

test('an id that is not a number gets 404 without a route', async (t) => {
  const api = await serveApi(t);
  for (const id of ['x', '1x', '-1', '1.0', '%00'])
    assert.equal((await api.call('GET', `/applications/grants/${id}`)).status, 404, id);
});

test('deleting a grant invalidates every token of the application, and no other token', async (t) => {
  const api = await serveApi(t);
  const otherPair = { client_id: 'f'.repeat(20), client_secret: client.pair.client_secret };
  const otherApplication = await addApplication(api, { clientId: otherPair.client_id });
  const hubot = await addUser(api, { login: 'hubot' });
  await addToken(api, { token: 'a'.repeat(40), userId: hubot.id, applicationId: api.application.id });
  assert.notEqual(otherApplication.id, api.application.id);

  const dying = [
    await token(api, { ...client.pair }),
    await token(api, { ...client.pair, fingerprint: 'laptop', scopes: ['repo'] }),
  ];
  const living = [
    await token(api, { note: 'personal' }),
    await token(api, { ...otherPair, scopes: ['repo'] }),
    'a'.repeat(40),
  ];
  const statusOf = async (value: string) =>
    (await api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${value}`]] })).status;
  for (const value of [...dying, ...living]) assert.equal(await statusOf(value), 200);

  const list = (await api.call('GET', `/applications/grants?client_id=${client.pair.client_id}`)).json();
  const id = Reflect.get(Object(Array.isArray(list) ? list[0] : undefined), 'id');
  const deleted = await api.call('DELETE', `/applications/grants/${id}`);
  assert.equal(deleted.status, 204);
  assert.equal(deleted.body.length, 0);

  for (const value of dying) assert.equal(await statusOf(value), 401);
  for (const value of living) assert.equal(await statusOf(value), 200);
  assert.equal((await api.call('GET', `/applications/grants/${id}`)).status, 404);
  assert.equal((await api.call('DELETE', `/applications/grants/${id}`)).status, 404);
  const left = (await api.call('GET', '/authorizations')).json();
  assert.equal(Array.isArray(left) && left.length, 2);
});

test('the application can be authorized again after a deletion', async (t) => {
  const api = await serveApi(t);
  await token(api, { ...client.pair });
  const before = await onlyGrant(api);
  await api.call('DELETE', `/applications/grants/${before.id}`);
  const response = await api.call('PUT', client.path, { body: client.secret });
  assert.equal(response.status, 201);
  assert.notEqual((await onlyGrant(api)).id, before.id);
});

test('the list of grants has pages and a filter by application', async (t) => {
  const api = await serveApi(t);
  await token(api, { ...client.pair });
  for (let index = 0; index < 2; index++) {
    const clientId = `${index}`.repeat(20);
    const { id } = await addApplication(api, { clientId });
    await addToken(api, { token: clientId + clientId, userId: api.user.id, applicationId: id });
  }
  const response = await api.call('GET', '/applications/grants?per_page=2');
  assert.match(response.field('Link') ?? '', /[?&]page=2>; rel="next"/);
  const list = (query: string) => api.call('GET', `/applications/grants${query}`);
  for (const [query, length] of [
    ['?per_page=2', 2],
    ['?per_page=2&page=2', 1],
    ['?client_id=00000000000000000000', 1],
    ['?client_id=unknown', 0],
  ] as const) {
    const grants = (await list(query)).json();
    assert.equal(Array.isArray(grants) && grants.length, length, query);
  }
});
