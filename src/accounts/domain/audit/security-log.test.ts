import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { basic, client, members, serveApi } from '#test/support/accounts/api.ts';

const token = 'a'.repeat(40);

async function openLog(t: TestContext) {
  const api = await serveApi(t);
  return {
    ...api,
    /** The actions of an application on one of its tokens. */
    asApplication: (method: string, place: string, held = token) =>
      api.call(method, `/applications/${client.pair.client_id}/${place}`, {
        as: null,
        fields: basic(Object.values(client.pair).join(':')),
        body: { access_token: held },
      }),
    async events() {
      const events = await api.store.audit.events(api.user.id, 20);
      return events.map(({ action, subject }) => `${action} ${subject}`).reverse();
    },
  };
}

test('actions of the API on tokens are in the security log of their user', async (t) => {
  const api = await openLog(t);
  const made = members(await api.call('POST', '/authorizations', { body: { note: 'backup' } }));
  await api.call('PATCH', `/authorizations/${made.id}`, { body: { note: 'nightly' } });
  await api.call('DELETE', `/authorizations/${made.id}`);
  await api.call('PUT', client.path, { body: client.secret });
  const [grant] = JSON.parse((await api.call('GET', '/applications/grants')).text());
  await api.call('DELETE', `/applications/grants/${grant.id}`);
  assert.deepEqual(await api.events(), [
    'oauth_access.create backup',
    'oauth_access.update nightly',
    'oauth_access.destroy nightly',
    'oauth_access.create Build Bot',
    'oauth_authorization.destroy Build Bot',
  ]);
});

test('actions of an application on its tokens are in the security log of the user', async (t) => {
  const api = await openLog(t);
  const details = { userId: api.user.id, applicationId: api.application.id };
  await addToken(api, { token, ...details });
  const reset = members(await api.asApplication('PATCH', 'token'));
  await api.asApplication('DELETE', 'token', String(reset.token));
  await addToken(api, { token: 'b'.repeat(40), ...details });
  await api.asApplication('DELETE', 'grant', 'b'.repeat(40));
  assert.deepEqual(await api.events(), [
    'oauth_access.regenerate Build Bot',
    'oauth_access.destroy Build Bot',
    'oauth_authorization.destroy Build Bot',
  ]);
});

test('the security log names a token without a note by its last eight characters, and contains no token', async (t) => {
  const api = await openLog(t);
  const made = members(await api.call('POST', '/authorizations', { body: { scopes: [] } }));
  assert.deepEqual(await api.events(), [
    `oauth_access.create token that ends in ${String(made.token).slice(-8)}`,
  ]);
});

test('calls that change nothing are not in the security log: an existing token, an error, an unknown token', async (t) => {
  const api = await openLog(t);
  await addToken(api, { token, userId: api.user.id, applicationId: api.application.id, note: 'n' });
  assert.equal((await api.call('PUT', client.path, { body: client.secret })).status, 200);
  assert.equal((await api.call('POST', '/authorizations', { body: { scopes: ['all'] } })).status, 422);
  assert.equal((await api.call('PATCH', '/authorizations/999', { body: { note: 'x' } })).status, 404);
  assert.equal((await api.call('DELETE', '/authorizations/999')).status, 404);
  assert.equal((await api.asApplication('DELETE', 'token', 'unknown')).status, 404);
  assert.deepEqual(await api.events(), []);
});
