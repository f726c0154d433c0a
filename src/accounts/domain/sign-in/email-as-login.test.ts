import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { members, serveApi } from '#test/support/accounts/api.ts';

const email = 'mona@example.com';

test('an e-mail address is a login in the API, in any case', async (t) => {
  const api = await serveApi(t);
  for (const as of [`${email}:correct-horse-1`, `${email.toUpperCase()}:correct-horse-1`]) {
    const response = await api.call('GET', '/user', { as });
    assert.deepEqual([response.status, members(response).login], [200, 'mona'], as);
    const created = await api.call('POST', '/authorizations', { as, body: { note: as } });
    assert.equal(created.status, 201);
  }
  for (const as of [`${email}:wrong`, 'unknown@example.com:correct-horse-1']) {
    const response = await api.call('GET', '/user', { as });
    assert.deepEqual([response.status, members(response).message], [401, 'Bad credentials'], as);
  }
});

test('an e-mail address of several users is no login', async (t) => {
  const api = await serveApi(t);
  const hubot = await addUser(api, { login: 'hubot' });
  await api.store.users.update(hubot.id, { email: email.toUpperCase() });
  assert.equal((await api.call('GET', '/user', { as: `${email}:correct-horse-1` })).status, 401);
  assert.equal((await api.call('GET', '/user', { as: 'hubot:correct-horse-1' })).status, 200);
});

test('failures of a login and of its e-mail address count together', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 4 });
  for (const name of ['mona', email, 'MONA', email.toUpperCase()])
    assert.equal((await api.call('GET', '/user', { as: `${name}:wrong` })).status, 401);
  for (const name of ['mona', email])
    assert.equal((await api.call('GET', '/user', { as: `${name}:correct-horse-1` })).status, 403, name);
});
