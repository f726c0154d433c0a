import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { addToken, type UserDetails } from '#test/support/accounts/accounts.ts';
import { type Api, type ApiCall, client, noon, serveApi } from '#test/support/accounts/api.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { openStore } from '../../storage/open.ts';
import { exampleApplication, exampleUser } from '../example-accounts.ts';

interface Audited extends Api {
  /** The recorded calls, oldest first. */
  recordedCalls(): Promise<object[]>;
}

async function serveAudited(
  t: TestContext,
  options: Partial<ServerOptions> = {},
  details: UserDetails = {},
): Promise<Audited> {
  const api = await serveApi(t, options, details);
  return {
    ...api,
    async recordedCalls() {
      await api.authorizationContext.audit.flush();
      const calls = await api.store.audit.calls({}, 1000);
      return calls.map(({ firstAt, lastAt, count, ...call }) => call).toReversed();
    },
  };
}

const own = { as: `${exampleApplication.clientId}:${exampleApplication.clientSecret}` };
const token = '89abcdef0123456789abcdef0123456789abcdef';

const call = {
  login: 'mona',
  clientId: null,
  userAgent: 'test',
  address: '127.0.0.1',
  status: 200,
  isDeprecated: true,
};

test('calls of programs that differ in no recorded member are merged', async (t) => {
  const { call: ask, recordedCalls } = await serveAudited(t);
  // Concurrent, so that a busy machine does not delay one of them by more than a quarter of a second.
  await Promise.all(
    ['a', 'b'].map((end) =>
      ask('GET', '/authorizations', { fields: [['User-Agent', `${'long '.repeat(1000)}${end}`]] }),
    ),
  );
  assert.equal((await recordedCalls()).length, 1);
});

test('every call of the authorization API is recorded with user, application, program and status', async (t) => {
  const { call: ask, recordedCalls, user, application, store } = await serveAudited(t);
  await addToken({ store }, { token, userId: user.id, applicationId: application.id });
  const { clientId } = exampleApplication;
  const rows: [string, string, ApiCall, object][] = [
    ['GET', '/authorizations', {}, { path: '/api/v3/authorizations' }],
    [
      'GET',
      '/authorizations',
      { as: 'mona:wrong' },
      { path: '/api/v3/authorizations', login: null, status: 401 },
    ],
    [
      'GET',
      '/authorizations',
      { as: `${token}:x-oauth-basic` },
      { path: '/api/v3/authorizations', clientId, status: 403 },
    ],
    ['POST', '/authorizations', { body: { note: 'n' } }, { path: '/api/v3/authorizations', status: 201 }],
    ['POST', '/authorizations', { body: '{' }, { path: '/api/v3/authorizations', status: 400 }],
    [
      'POST',
      '/authorizations',
      { body: client.pair },
      { path: '/api/v3/authorizations', clientId, status: 422 },
    ],
    [
      'PUT',
      client.path,
      { body: client.secret },
      { path: '/api/v3/authorizations/clients/{client_id}', clientId },
    ],
    [
      'GET',
      '/applications/grants/999',
      { fields: [['User-Agent', 'gist/6.0']] },
      { path: '/api/v3/applications/grants/{grant_id}', userAgent: 'gist/6.0', status: 404 },
    ],
    [
      'POST',
      `/applications/${clientId}/token`,
      { ...own, body: { access_token: token } },
      { path: '/api/v3/applications/{client_id}/token', login: null, clientId, isDeprecated: false },
    ],
    [
      'GET',
      `/applications/${clientId}/tokens/${token}`,
      own,
      { path: '/api/v3/applications/{client_id}/tokens/{access_token}', login: null, clientId },
    ],
    ['GET', '/admin/tokens', {}, { path: '/api/v3/admin/tokens', status: 404, isDeprecated: false }],
    [
      'OPTIONS',
      '/authorizations',
      { as: null },
      { path: '/api/v3/authorizations', login: null, status: 204 },
    ],
    ['PATCH', '/authorizations', {}, { path: '/api/v3/authorizations', status: 404 }],
    ['GET', '/authorizations/x/y', {}, { path: '(no such path)', status: 404 }],
  ];
  for (const [method, target, options] of rows) await ask(method, target, options);
  assert.deepEqual(
    await recordedCalls(),
    rows.map(([method, , , wanted]) => ({ ...call, method, ...wanted })),
  );
});

test('a call with a correct password is recorded for its user, for any one-time password', async (t) => {
  const twoFactor = { method: 'app', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' } as const;
  const { call: ask, recordedCalls } = await serveAudited(t, {}, { twoFactor });
  await ask('GET', '/authorizations');
  await ask('POST', '/authorizations', { body: '{}', fields: [['X-GitHub-OTP', '000000']] });
  await ask('DELETE', '/authorizations/1', { as: 'mona:wrong' });
  const refused = { ...call, path: '/api/v3/authorizations', status: 401 };
  assert.deepEqual(await recordedCalls(), [
    { ...refused, method: 'GET' },
    { ...refused, method: 'POST' },
    { ...refused, method: 'DELETE', path: '/api/v3/authorizations/{authorization_id}', login: null },
  ]);
});

test('calls of other services are not recorded', async (t) => {
  const { call: ask, get, recordedCalls } = await serveAudited(t);
  for (const target of ['', '/', '/meta', '/user', '/rate_limit', '/user/orgs', '/orgs/acme', '/nothing'])
    await ask('GET', target);
  for (const target of ['/get', '/login', '/docs', '/_sparring/clock']) await get(target);
  assert.deepEqual(await recordedCalls(), []);
});

test('the audit contains no secret, wherever a client sends it', async (t) => {
  const { call: ask, authorizationContext, store } = await serveAudited(t);
  const secrets = [token, exampleUser.password, exampleApplication.clientSecret, 'ghp_0123456789abcdefghij'];
  await ask('GET', '/authorizations', { as: `${token}:x-oauth-basic` });
  await ask('GET', '/authorizations', { as: `${exampleUser.password}:${token}` });
  await ask('GET', `/authorizations?access_token=${token}`);
  await ask('GET', `/authorizations/${token}/x`);
  await ask('GET', `/applications/x/tokens/${token}`, own);
  await ask('GET', `/applications/${token}/tokens/${token}`, { as: `${token}:${token}` });
  await ask('PUT', `/authorizations/clients/${exampleApplication.clientSecret.slice(0, 20)}`, {
    body: { client_secret: exampleApplication.clientSecret },
  });
  for (const secret of secrets)
    await ask('GET', '/authorizations', { fields: [['User-Agent', `tool/1 token ${secret}`]] });
  await ask(token.toUpperCase(), '/authorizations');
  await authorizationContext.audit.flush();
  const all = JSON.stringify([await store.audit.calls({}, 1000), await store.audit.uses({}, 1000)]);
  assert.ok((await store.audit.calls({}, 1000)).length >= 8);
  for (const secret of secrets) assert.ok(!all.toLowerCase().includes(secret.toLowerCase()), secret);
});

test('times are those of the server clock', async (t) => {
  const { call: ask, authorizationContext, store, runtime } = await serveAudited(t);
  await ask('GET', '/authorizations');
  runtime.clock.advance(60_000);
  await authorizationContext.audit.flush();
  assert.deepEqual(
    (await store.audit.calls({}, 10)).map(({ firstAt, lastAt }) => [firstAt, lastAt]),
    [[noon, noon]],
  );
});

test('the recorded address is that of the client behind a trusted proxy', async (t) => {
  const { call: ask, recordedCalls } = await serveAudited(t, { trustedProxies: ['127.0.0.1'] });
  await ask('GET', '/authorizations', { fields: [['X-Forwarded-For', '192.0.2.7']] });
  assert.deepEqual(await recordedCalls(), [
    { ...call, method: 'GET', path: '/api/v3/authorizations', address: '192.0.2.7' },
  ]);
});

test('the number of rows is limited by the setting, and 0 disables the audit', async (t) => {
  for (const [auditLimit, retained] of [
    [2, [404, 400]],
    [0, []],
  ] as const) {
    const { call: ask, authorizationContext, store } = await serveAudited(t, { auditLimit });
    await ask('GET', '/authorizations');
    await ask('POST', '/authorizations', { body: '{' });
    await ask('GET', '/authorizations/999');
    await authorizationContext.audit.flush();
    assert.deepEqual(
      (await store.audit.calls({}, 10)).map(({ status }) => status),
      retained,
    );
  }
});

test('closing the server writes all recorded calls', async (t) => {
  const folder = await temporaryFolder(t);
  const database = `sqlite:${path.join(folder, 'audit.db')}`;
  const server = await serveAudited(t, { database });
  await server.call('GET', '/authorizations');
  await server.close();
  const store = await openStore(database);
  t.after(() => store.close());
  assert.equal((await store.audit.calls({}, 10)).length, 1);
});
