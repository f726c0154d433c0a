import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type AdministeredApi, admin, serveAdministered } from '#test/support/accounts/administration.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/enterprise-admin';

/** Personal tokens of two users, and two tokens that are not personal. */
async function addTokens(api: AdministeredApi) {
  const hubot = await addUser(api, { login: 'hubot' });
  const [userId, applicationId] = [api.user.id, api.application.id];
  await addToken(api, { token: 'f'.repeat(40), userId, applicationId });
  const first = await addToken(api, { token: 'a'.repeat(40), userId, note: 'first', scopes: ['repo'] });
  await addToken(api, { token: 'e'.repeat(40), userId, origin: 'impersonation' });
  const second = await addToken(api, { token: 'b'.repeat(40), userId: hubot.id, note: 'second' });
  return { first, second };
}

async function list(api: AdministeredApi, query = ''): Promise<Record<string, unknown>[]> {
  const items = (await api.call('GET', `/admin/tokens${query}`, { as: admin })).json();
  if (!Array.isArray(items)) throw new Error('not a list');
  return items;
}

test('the list has the personal tokens of all users, without the token values', async (t) => {
  const api = await serveAdministered(t);
  assert.deepEqual(await list(api), []);
  const { first, second } = await addTokens(api);
  const tokens = await list(api);
  assert.deepEqual(
    tokens.map(({ id, token, note, hashed_token }) => [id, token, note, hashed_token]),
    [
      [first.id, '', 'first', first.hashedToken],
      [second.id, '', 'second', second.hashedToken],
    ],
  );
  assert.deepEqual(Reflect.get(Object(tokens[0]?.app), 'client_id'), '0'.repeat(20));
});

test('the list has pages', async (t) => {
  const api = await serveAdministered(t);
  const { second } = await addTokens(api);
  const response = await api.call('GET', '/admin/tokens?per_page=1', { as: admin });
  assert.match(response.field('Link') ?? '', /\/admin\/tokens\?per_page=1&page=2>; rel="next"/);
  assert.deepEqual(
    (await list(api, '?per_page=1&page=2')).map(({ id }) => id),
    [second.id],
  );
  assert.deepEqual(await list(api, '?per_page=1&page=3'), []);
});

test('the token of any user is deleted once', async (t) => {
  const api = await serveAdministered(t);
  const { second } = await addTokens(api);
  const remove = () => api.call('DELETE', `/admin/tokens/${second.id}`, { as: admin });
  assert.equal((await api.call('GET', '/user', { as: `x:${'b'.repeat(40)}` })).status, 200);
  assert.equal((await remove()).status, 204);
  assert.equal((await api.call('GET', '/user', { as: `x:${'b'.repeat(40)}` })).status, 401);
  const again = await remove();
  assert.equal(again.status, 404);
  assert.deepEqual(again.json(), {
    message: 'Not Found',
    documentation_url: `${page}#delete-a-personal-access-token`,
  });
  assert.equal((await list(api)).length, 1);
});

test('the security log of the user shows the deletion of a token', async (t) => {
  const api = await serveAdministered(t);
  const { first } = await addTokens(api);
  await api.call('DELETE', `/admin/tokens/${first.id}`, { as: admin });
  const events = await api.store.audit.events(api.user.id, 10);
  assert.deepEqual(
    events.map(({ action, subject }) => [action, subject]),
    [['oauth_access.destroy', 'first']],
  );
});

test('the token of the call itself is not deleted', async (t) => {
  const api = await serveAdministered(t);
  const token = 'c'.repeat(40);
  const { id } = await addToken(api, { token, userId: api.administrator.id, scopes: ['site_admin'] });
  const remove = (as: string) => api.call('DELETE', `/admin/tokens/${id}`, { as });
  const response = await remove(`x:${token}`);
  assert.equal(response.status, 403);
  assert.deepEqual(response.json(), {
    message: 'You cannot delete the token that you are using.',
    documentation_url: `${page}#delete-a-personal-access-token`,
  });
  assert.equal((await remove(admin)).status, 204);
});

test('a token that is not personal gets 404', async (t) => {
  const api = await serveAdministered(t);
  await addTokens(api);
  for (const id of ['1', '3', '0', '999999', '9007199254740993', '9'.repeat(400), 'x', '-1'])
    assert.equal((await api.call('DELETE', `/admin/tokens/${id}`, { as: admin })).status, 404, id);
  assert.equal((await api.call('GET', '/user', { as: `x:${'f'.repeat(40)}` })).status, 200);
});

test('callers without site administration get 404', async (t) => {
  const api = await serveAdministered(t);
  const { first } = await addTokens(api);
  for (const [method, path] of [
    ['GET', '/admin/tokens'],
    ['DELETE', `/admin/tokens/${first.id}`],
  ] as const) {
    assert.equal((await api.call(method, path)).status, 404);
    assert.equal((await api.call(method, path, { as: null })).status, 401);
  }
  assert.equal((await list(api)).length, 2);
});
