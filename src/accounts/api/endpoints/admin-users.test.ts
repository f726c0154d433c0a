import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addToken } from '#test/support/accounts/accounts.ts';
import { admin, serveAdministered } from '#test/support/accounts/administration.ts';
import { type Api, members } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/enterprise-admin';
const create = (api: Api, body: unknown, as: string | null = admin) =>
  api.call('POST', '/admin/users', { as, body });

function assertInvalid(response: WireResponse, code: string, field: string): void {
  assert.equal(response.status, 422, response.text());
  assert.deepEqual(response.json(), {
    message: 'Validation Failed',
    errors: [{ resource: 'User', code, field }],
    documentation_url: `${page}#create-a-user`,
  });
}

test('a site administrator creates a user and gets the public data', async (t) => {
  const api = await serveAdministered(t);
  const response = await create(api, { login: 'octocat', email: 'octocat@example.com' });
  assert.equal(response.status, 201);
  const base = `http://127.0.0.1:${api.port}`;
  assert.equal(response.field('Location'), `${base}/api/v3/users/octocat`);
  const { login, type, site_admin, html_url, name } = members(response);
  assert.deepEqual(
    [login, type, site_admin, html_url, name],
    ['octocat', 'User', false, `${base}/octocat`, undefined],
  );
  const user = await api.store.users.byLogin('octocat');
  assert.deepEqual([user?.email, user?.createdAt], ['octocat@example.com', '2026-03-01T12:00:00Z']);
});

test('the first password of a new user is in the outbox and is accepted', async (t) => {
  const api = await serveAdministered(t);
  await create(api, { login: 'octo_cat', email: 'octocat@example.com' });
  const [message] = await api.store.messages.list(1);
  assert.deepEqual(
    [message?.login, message?.channel, message?.to, message?.code],
    ['octo-cat', 'email', 'octocat@example.com', null],
  );
  const password = /Sign in as octo-cat with the password (\S+)$/.exec(message?.text ?? '')?.[1];
  assert.match(password ?? '', /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  assert.equal((await api.call('GET', '/user', { as: `octo-cat:${password}` })).status, 200);
});

test('a login is normalized, and an invalid one is rejected', async (t) => {
  const api = await serveAdministered(t);
  const email = 'a@example.com';
  assert.equal(members(await create(api, { login: 'Octo__Cat!', email })).login, 'Octo-Cat');
  for (const login of ['', '___', '💥', 'a'.repeat(40), 'a'.repeat(100_000)])
    assertInvalid(await create(api, { login, email }), 'invalid', 'login');
});

test('a login that a user or an organization has, in any case, is rejected', async (t) => {
  const api = await serveAdministered(t);
  await addOrganization(api);
  for (const login of ['mona', 'MONA', '_mona_', 'siteadmin', 'Acme'])
    assertInvalid(await create(api, { login, email: 'a@example.com' }), 'already_exists', 'login');
  assert.deepEqual(await api.store.messages.list(10), []);
});

test('login and e-mail address are required, each with its type', async (t) => {
  const api = await serveAdministered(t);
  const [login, email] = ['octocat', 'octocat@example.com'];
  assertInvalid(await create(api, { email }), 'missing_field', 'login');
  assertInvalid(await create(api, { login }), 'missing_field', 'email');
  assertInvalid(await create(api, { login: 1, email }), 'invalid', 'login');
  for (const wrong of [
    null,
    '',
    'octocat',
    'a@',
    '@b',
    'a b@c',
    'a@b\nBcc: c',
    'a\0@b',
    `${'a'.repeat(250)}@b.example`,
  ])
    assertInvalid(await create(api, { login, email: wrong }), 'invalid', 'email');
  assert.equal(await api.store.users.byLogin('octocat'), undefined);
});

test('of fifty concurrent requests for one login, one succeeds', async (t) => {
  const api = await serveAdministered(t);
  const body = { login: 'octocat', email: 'octocat@example.com' };
  const responses = await Promise.all(Array.from({ length: 50 }, () => create(api, body)));
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 422)]);
  assert.equal((await api.store.messages.list(100)).length, 1);
});

test('a caller who is not a site administrator gets 404, and one without credentials gets 401', async (t) => {
  const api = await serveAdministered(t);
  const root = 'https://docs.github.com/enterprise/3.0/rest';
  for (const [method, path] of [
    ['POST', '/admin/users'],
    ['DELETE', '/admin/users/siteadmin'],
    ['DELETE', '/admin/users/nobody'],
  ] as const) {
    const response = await api.call(method, path, { body: {} });
    assert.equal(response.status, 404, path);
    assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: root });
    assert.equal((await api.call(method, path, { as: null, body: {} })).status, 401, path);
    assert.equal((await api.call(method, path, { as: 'siteadmin:wrong', body: {} })).status, 401, path);
  }
});

test('a token of a site administrator requires the scope site_admin', async (t) => {
  const api = await serveAdministered(t);
  const { id } = api.administrator;
  await addToken(api, { token: 'a'.repeat(40), userId: id, scopes: ['repo', 'user'] });
  await addToken(api, { token: 'b'.repeat(40), userId: id, scopes: ['site_admin'] });
  await addToken(api, { token: 'c'.repeat(40), userId: api.user.id, scopes: ['site_admin'] });
  const body = { login: 'octocat', email: 'octocat@example.com' };
  assert.equal((await create(api, body, `x:${'a'.repeat(40)}`)).status, 404);
  assert.equal((await create(api, body, `x:${'c'.repeat(40)}`)).status, 404);
  assert.equal((await create(api, body, `x:${'b'.repeat(40)}`)).status, 201);
});

test('deleting a user deletes all data of the user; the case of the login does not matter', async (t) => {
  const api = await serveAdministered(t);
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, applicationId: api.application.id });
  const deleted = await api.call('DELETE', '/admin/users/MONA', { as: admin });
  assert.deepEqual([deleted.status, deleted.body.length], [204, 0]);
  assert.equal((await api.call('GET', '/user')).status, 401);
  assert.equal((await api.call('GET', '/user', { as: `x:${'a'.repeat(40)}` })).status, 401);
  const again = await api.call('DELETE', '/admin/users/mona', { as: admin });
  assert.equal(again.status, 404);
  assert.deepEqual(again.json(), { message: 'Not Found', documentation_url: `${page}#delete-a-user` });
});

test('users cannot delete themselves', async (t) => {
  const api = await serveAdministered(t);
  const response = await api.call('DELETE', '/admin/users/SiteAdmin', { as: admin });
  assert.equal(response.status, 403);
  assert.deepEqual(response.json(), {
    message: 'You cannot delete your own account.',
    documentation_url: `${page}#delete-a-user`,
  });
  assert.equal((await api.call('GET', '/user', { as: admin })).status, 200);
});

test('an invalid login gets 404', async (t) => {
  const api = await serveAdministered(t);
  for (const name of ['%00', '%ff', '%F0%9F%92%A5', 'a%2Fb', 'x'.repeat(5000), '..', '%ED%A0%80'])
    assert.equal((await api.call('DELETE', `/admin/users/${name}`, { as: admin })).status, 404, name);
});
