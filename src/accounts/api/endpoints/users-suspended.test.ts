import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { admin, serveAdministered } from '#test/support/accounts/administration.ts';
import { type Api, client } from '#test/support/accounts/api.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/enterprise-admin';
const path = '/users/mona/suspended';

const wanted = {
  message: 'Sorry. Your account was suspended. Please contact your site administrator.',
  documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
};

const suspend = (api: Api, as = admin) => api.call('PUT', path, { as });
const unsuspend = (api: Api, as = admin) => api.call('DELETE', path, { as });

test('a suspended user is rejected with the password and with each token, for every path', async (t) => {
  const api = await serveAdministered(t);
  const [userId, applicationId] = [api.user.id, api.application.id];
  await addToken(api, { token: 'a'.repeat(40), userId, scopes: ['repo'] });
  await addToken(api, { token: 'b'.repeat(40), userId, applicationId });
  const response = await suspend(api);
  assert.deepEqual([response.status, response.body.length], [204, 0]);
  for (const as of ['mona:correct-horse-1', `x:${'a'.repeat(40)}`, `${'b'.repeat(40)}:x-oauth-basic`])
    for (const [method, where] of [
      ['GET', '/user'],
      ['GET', ''],
      ['GET', '/meta'],
      ['GET', '/authorizations'],
      ['POST', '/authorizations'],
      ['PUT', client.path],
      ['GET', '/applications/grants'],
      ['GET', '/nothing'],
      ['PATCH', '/authorizations'],
    ] as const) {
      const rejected = await api.call(method, where, { as, body: {} });
      assert.equal(rejected.status, 403, `${method} ${where}`);
      assert.deepEqual(rejected.json(), wanted);
    }
});

test('a wrong password of a suspended user gets 401, and counts toward the lockout', async (t) => {
  const api = await serveAdministered(t, { lockoutFailures: 2 });
  await suspend(api);
  for (let count = 0; count < 2; count++)
    assert.equal((await api.call('GET', '/user', { as: 'mona:wrong' })).status, 401);
  const locked = await api.call('GET', '/user');
  assert.match(locked.text(), /Maximum number of login attempts exceeded/);
});

test('a suspended user with two-factor authentication is asked for the code first', async (t) => {
  const api = await serveAdministered(t);
  await api.store.users.update(api.user.id, { twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' } });
  await suspend(api);
  const response = await api.call('GET', '/user');
  assert.deepEqual([response.status, response.field('X-GitHub-OTP')], [401, 'required; app']);
});

test('the tokens of a suspended user are valid again after the suspension', async (t) => {
  const api = await serveAdministered(t);
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, applicationId: api.application.id });
  await suspend(api);
  assert.equal((await unsuspend(api)).status, 204);
  for (const as of ['mona:correct-horse-1', `x:${'a'.repeat(40)}`])
    assert.equal((await api.call('GET', '/user', { as })).status, 200);
  assert.equal((await api.store.users.byLogin('mona'))?.suspendedAt, null);
});

test('suspending or unsuspending a user twice changes nothing more', async (t) => {
  const api = await serveAdministered(t);
  const since = async () => (await api.store.users.byLogin('mona'))?.suspendedAt;
  assert.equal((await unsuspend(api)).status, 204);
  await suspend(api);
  api.runtime.clock.advance(60_000);
  assert.equal((await suspend(api)).status, 204);
  assert.equal(await since(), '2026-03-01T12:00:00Z');
  assert.deepEqual([(await unsuspend(api)).status, (await unsuspend(api)).status], [204, 204]);
  assert.equal(await since(), null);
  const events = await api.store.audit.events(api.user.id, 10);
  assert.deepEqual(
    events.map(({ action }) => action),
    ['user.unsuspend', 'user.suspend'],
  );
});

test('a suspension ends the sessions of the user', async (t) => {
  const api = await serveAdministered(t);
  const now = api.runtime.now();
  const session = {
    userId: api.user.id,
    stage: 'signed-in',
    createdAt: now,
    expiresAt: now + 60_000,
    address: '127.0.0.1',
    userAgent: null,
  } as const;
  await api.store.sessions.add('d'.repeat(64), session, 10);
  await api.store.sessions.add('e'.repeat(64), { ...session, userId: api.administrator.id }, 10);
  await suspend(api);
  assert.equal(await api.store.sessions.byDigest('d'.repeat(64), now), undefined);
  assert.ok(await api.store.sessions.byDigest('e'.repeat(64), now));
});

test('users cannot suspend or unsuspend themselves', async (t) => {
  const api = await serveAdministered(t);
  for (const [method, message, anchor] of [
    ['PUT', 'You cannot suspend yourself.', 'suspend-a-user'],
    ['DELETE', 'You cannot unsuspend yourself.', 'unsuspend-a-user'],
  ] as const) {
    const response = await api.call(method, '/users/SITEADMIN/suspended', { as: admin });
    assert.equal(response.status, 403);
    assert.deepEqual(response.json(), { message, documentation_url: `${page}#${anchor}` });
  }
  assert.equal((await api.call('GET', '/user', { as: admin })).status, 200);
});

test('a suspended site administrator is rejected', async (t) => {
  const api = await serveAdministered(t);
  await addUser(api, { login: 'second', siteAdmin: true });
  await api.call('PUT', '/users/siteadmin/suspended', { as: 'second:correct-horse-1' });
  assert.equal((await suspend(api)).status, 403);
  assert.equal((await api.call('DELETE', '/users/siteadmin/suspended', { as: admin })).status, 403);
  assert.equal((await api.store.users.byLogin('mona'))?.suspendedAt, null);
});

test('the case of the login does not matter, and an unknown login gets 404', async (t) => {
  const api = await serveAdministered(t);
  assert.equal((await api.call('PUT', '/users/MONA/suspended', { as: admin })).status, 204);
  assert.equal((await api.call('GET', '/user')).status, 403);
  for (const name of ['nobody', '%00', '%ff'])
    for (const method of ['PUT', 'DELETE'])
      assert.equal((await api.call(method, `/users/${name}/suspended`, { as: admin })).status, 404, name);
});

test('callers without site administration get 404', async (t) => {
  const api = await serveAdministered(t);
  await addUser(api, { login: 'hubot' });
  for (const method of ['PUT', 'DELETE']) {
    assert.equal((await api.call(method, '/users/hubot/suspended')).status, 404);
    assert.equal((await api.call(method, '/users/hubot/suspended', { as: null })).status, 401);
  }
});
