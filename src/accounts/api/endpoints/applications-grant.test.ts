import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const base = `/applications/${exampleApplication.clientId}`;

const tokens = {
  first: '1'.repeat(40),
  second: '2'.repeat(40),
  others: '3'.repeat(40),
  personal: '4'.repeat(40),
};

/** Two tokens of the user and one of hubot for the application, and a personal token. */
async function withTokens(api: Api): Promise<void> {
  const [userId, applicationId] = [api.user.id, api.application.id];
  const hubot = await addUser(api, { login: 'hubot', password: 'battery-staple-2' });
  await addToken(api, { token: tokens.first, userId, applicationId, fingerprint: 'a' });
  await addToken(api, { token: tokens.second, userId, applicationId, fingerprint: 'b' });
  await addToken(api, { token: tokens.others, userId: hubot.id, applicationId });
  await addToken(api, { token: tokens.personal, userId });
}

const statusOf = async (api: Api, token: string) =>
  (await api.call('GET', '/user', { as: `x:${token}` })).status;

for (const [name, revoke] of [
  [
    'DELETE /applications/{client_id}/grant',
    (api: Api, token: string) =>
      api.call('DELETE', `${base}/grant`, { as: clientCredentials, body: { access_token: token } }),
  ],
  [
    'DELETE /applications/{client_id}/grants/{access_token}',
    (api: Api, token: string) =>
      api.call('DELETE', `${base}/grants/${encodeURIComponent(token)}`, { as: clientCredentials }),
  ],
] as const) {
  test(`${name} returns 204 and deletes the grant of the user of any token, and no grant of other users`, async (t) => {
    const api = await serveApi(t);
    await withTokens(api);
    const response = await revoke(api, tokens.second);
    assert.deepEqual([response.status, response.text()], [204, '']);
    const statuses = await Promise.all(Object.values(tokens).map((token) => statusOf(api, token)));
    assert.deepEqual(statuses, [401, 401, 200, 200]);
    assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');
    const others = await api.call('GET', '/applications/grants', { as: 'hubot:battery-staple-2' });
    assert.match(others.text(), /Build Bot/);
  });

  test(`${name} returns 404 after the deletion, and for tokens that do not belong to the application`, async (t) => {
    const api = await serveApi(t);
    await withTokens(api);
    const other = await addApplication(api, { clientId: 'ffffffffffffffffffff' });
    const foreign = '5'.repeat(40);
    await addToken(api, { token: foreign, userId: api.user.id, applicationId: other.id });
    assert.equal((await revoke(api, tokens.first)).status, 204);
    for (const token of [tokens.first, tokens.second, tokens.personal, foreign, 'unknown', 'nul\0']) {
      const response = await revoke(api, token);
      assert.equal(response.status, 404, token);
      assert.deepEqual(response.json(), {
        message: 'Not Found',
        documentation_url:
          'https://docs.github.com/enterprise/3.0/rest/reference/apps#revoke-a-grant-for-an-application',
      });
    }
    assert.deepEqual([await statusOf(api, foreign), await statusOf(api, tokens.personal)], [200, 200]);
  });

  test(`${name} requires the credentials of an application`, async (t) => {
    const api = await serveApi(t);
    await withTokens(api);
    for (const as of [null, 'mona:correct-horse-1', `${exampleApplication.clientId}:wrong`]) {
      const path = name.endsWith('grant') ? `${base}/grant` : `${base}/grants/${tokens.first}`;
      const response = await api.call('DELETE', path, { as, body: { access_token: tokens.first } });
      assert.equal(response.status, 401, String(as));
    }
    assert.equal(await statusOf(api, tokens.first), 200);
  });

  test(`${name} returns 204 to one of ten concurrent calls, and the grant is deleted`, async (t) => {
    const api = await serveApi(t);
    await withTokens(api);
    const responses = await Promise.all(Array.from({ length: 10 }, () => revoke(api, tokens.first)));
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [204, ...Array.from({ length: 9 }, () => 404)]);
    assert.equal(await statusOf(api, tokens.second), 401);
  });
}

test('a body without a token deletes no grant', async (t) => {
  const api = await serveApi(t);
  await withTokens(api);
  const response = await api.call('DELETE', `${base}/grant`, { as: clientCredentials, body: {} });
  assert.equal(response.status, 422);
  assert.deepEqual(members(response).errors, [
    { resource: 'OauthAccess', code: 'missing_field', field: 'access_token' },
  ]);
});
