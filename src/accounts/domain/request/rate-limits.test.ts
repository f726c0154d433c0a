import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, noon, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const reset = String(noon / 1000 + 3600);

const fieldsOf = (response: WireResponse) =>
  ['Limit', 'Remaining', 'Reset'].map((name) => response.field(`X-RateLimit-${name}`));

const remaining = (response: WireResponse) => response.field('X-RateLimit-Remaining');

const section =
  'https://docs.github.com/enterprise/3.0/rest/overview/resources-in-the-rest-api#rate-limiting';

function assertExceeded(response: WireResponse, subject: string): void {
  assert.equal(response.status, 403, response.text());
  assert.deepEqual(response.json(), {
    message: `API rate limit exceeded for ${subject}`,
    documentation_url: section,
  });
  assert.equal(remaining(response), '0');
}

/** The remaining calls, read without charging a caller. */
const left = async (api: Api, as?: string | null) =>
  members(await api.call('GET', '/rate_limit', as === undefined ? {} : { as })).rate;

test('rate limits are disabled by default, and no response mentions them', async (t) => {
  const api = await serveApi(t);
  for (const as of ['mona:correct-horse-1', null, 'mona:wrong'])
    assert.deepEqual(fieldsOf(await api.call('GET', '/user', { as })), [undefined, undefined, undefined]);
  const suspended = await addUser(api, { login: 'hubot' });
  await api.store.users.update(suspended.id, { suspendedAt: '2026-03-01T12:00:00Z' });
  const response = await api.call('GET', '/user', { as: 'hubot:correct-horse-1' });
  assert.deepEqual([response.status, remaining(response)], [403, undefined]);
});

test('the value 0 disables rate limits', async (t) => {
  const api = await serveApi(t, { rateLimit: 0 });
  assert.equal(remaining(await api.call('GET', '/user')), undefined);
});

test('every response shows the remaining calls, and the error after the last shows none', async (t) => {
  const api = await serveApi(t, { rateLimit: 3 });
  for (const count of ['2', '1', '0'])
    assert.deepEqual(fieldsOf(await api.call('GET', '/user')), ['3', count, reset]);
  const rejected = await api.call('GET', '/user');
  assertExceeded(rejected, `user ID ${api.user.id}.`);
  assert.deepEqual(fieldsOf(rejected), ['3', '0', reset]);
});

test('each rate limit header occurs once, after Status, as recorded', async (t) => {
  const api = await serveApi(t, { rateLimit: 1 });
  for (const status of [200, 403]) {
    const response = await api.call('GET', '/user');
    assert.equal(response.status, status);
    const names = response.fields.map(([name]) => name);
    assert.equal(new Set(names).size, names.length);
    const index = names.indexOf('Status');
    assert.deepEqual(names.slice(index + 1, index + 4), [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ]);
  }
});

test('the count restarts an hour after the first call, by the clock of the server', async (t) => {
  const api = await serveApi(t, { rateLimit: 1 });
  await api.call('GET', '/user');
  api.runtime.clock.advance(3_599_999);
  assert.equal((await api.call('GET', '/user')).status, 403);
  api.runtime.clock.advance(1);
  const response = await api.call('GET', '/user');
  assert.deepEqual(fieldsOf(response), ['1', '0', String(noon / 1000 + 7200)]);
  api.runtime.clock.freeze(noon - 1000);
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('all calls of a user count together for all credentials; another user has a separate count', async (t) => {
  const api = await serveApi(t, { rateLimit: 10 });
  const [userId, applicationId] = [api.user.id, api.application.id];
  await addUser(api, { login: 'hubot' });
  await addToken(api, { token: 'a'.repeat(40), userId });
  await addToken(api, { token: 'b'.repeat(40), userId, applicationId });
  const counts: unknown[] = [];
  for (const as of [
    'mona:correct-horse-1',
    `x:${'a'.repeat(40)}`,
    `x:${'b'.repeat(40)}`,
    'MONA:correct-horse-1',
  ])
    counts.push(remaining(await api.call('GET', '/user', { as })));
  assert.deepEqual(counts, ['9', '8', '7', '6']);
  assert.equal(remaining(await api.call('GET', '/user', { as: 'hubot:correct-horse-1' })), '9');
});

test('rejected calls count too: validation errors, unknown routes, suspension', async (t) => {
  const api = await serveApi(t, { rateLimit: 10 });
  const counts = [
    await api.call('POST', '/authorizations', { body: '{' }),
    await api.call('POST', '/authorizations', { body: { scopes: ['all'] } }),
    await api.call('GET', '/nothing'),
    await api.call('GET', '/authorizations/999'),
  ].map(remaining);
  await api.store.users.update(api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
  counts.push(remaining(await api.call('GET', '/user')));
  assert.deepEqual(counts, ['9', '8', '7', '6', '5']);
});

test('304 does not count', async (t) => {
  const api = await serveApi(t, { rateLimit: 10 });
  const first = await api.call('GET', '/user');
  for (let count = 0; count < 3; count++) {
    const fields = [['If-None-Match', first.field('ETag') ?? '']] as const;
    const response = await api.call('GET', '/user', { fields });
    assert.deepEqual([response.status, ...fieldsOf(response)], [304, '10', '9', reset]);
  }
  assert.equal(remaining(await api.call('GET', '/user')), '8');
});

test('an address has sixty calls without credentials, failed sign-ins included', async (t) => {
  const api = await serveApi(t, { rateLimit: 5000, lockoutFailures: 0 });
  assert.deepEqual(fieldsOf(await api.call('GET', '/meta', { as: null })), ['60', '59', reset]);
  const rejected = [
    await api.call('GET', '/user', { as: 'mona:wrong' }),
    await api.call('GET', '/user', { as: null }),
    await api.call('GET', '/user', { as: null, fields: [['Authorization', 'token unknown']] }),
    await api.call('POST', `/applications/${client.pair.client_id}/token`, { as: 'x:y', body: {} }),
  ];
  assert.deepEqual(
    rejected.map((response) => [response.status, ...fieldsOf(response)]),
    ['58', '57', '56', '55'].map((count) => [401, '60', count, reset]),
  );
  for (let count = 0; count < 55; count++) await api.call('GET', '/meta', { as: null });
  const hint =
    "127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)";
  assertExceeded(await api.call('GET', '/meta', { as: null }), hint);
  assertExceeded(await api.call('GET', '/user', { as: 'mona:wrong' }), hint);
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('a missing one-time password is charged to the address', async (t) => {
  const api = await serveApi(
    t,
    { rateLimit: 5000 },
    { twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' } },
  );
  const response = await api.call('GET', '/user');
  assert.deepEqual([response.status, ...fieldsOf(response)], [401, '60', '59', reset]);
});

test('behind a trusted proxy each client has its own count', async (t) => {
  const api = await serveApi(t, { rateLimit: 5000, trustedProxies: ['127.0.0.1'] });
  const from = async (address: string) =>
    remaining(await api.call('GET', '/meta', { as: null, fields: [['X-Forwarded-For', address]] }));
  assert.deepEqual(
    [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')],
    ['59', '58', '59'],
  );
});

test('calls of an application in its own name have their own count', async (t) => {
  const api = await serveApi(t, { rateLimit: 2 });
  const { client_id, client_secret } = client.pair;
  const check = () =>
    api.call('POST', `/applications/${client_id}/token`, {
      as: `${client_id}:${client_secret}`,
      body: { access_token: 'unknown' },
    });
  assert.deepEqual([remaining(await check()), remaining(await check())], ['1', '0']);
  assertExceeded(await check(), `client ID ${client_id}.`);
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('of a hundred concurrent calls, as many succeed as are left', async (t) => {
  const api = await serveApi(t, { rateLimit: 30 });
  const responses = await Promise.all(Array.from({ length: 100 }, () => api.call('GET', '/user')));
  assert.equal(responses.filter(({ status }) => status === 200).length, 30);
  assert.equal(responses.filter(({ status }) => status === 403).length, 70);
});

test('preflight requests do not count', async (t) => {
  const api = await serveApi(t, { rateLimit: 5000 });
  assert.equal(remaining(await api.call('OPTIONS', '/user', { as: null })), undefined);
  assert.deepEqual(await left(api, null), { limit: 60, remaining: 60, reset: Number(reset) });
});

test('a token of the scheme `token` is charged to its user as well', async (t) => {
  const api = await serveApi(t, { rateLimit: 10 });
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id });
  const fields = [['Authorization', `token ${'a'.repeat(40)}`]] as const;
  assert.equal(remaining(await api.call('GET', '/user', { as: null, fields })), '9');
  assert.equal(remaining(await api.call('GET', '/user')), '8');
});

test('client ID and secret have the limit of their application, on endpoints without credentials', async (t) => {
  const { client_id, client_secret } = client.pair;
  const basic = { as: `${client_id}:${client_secret}` };
  const query = `?client_id=${client_id}&client_secret=${client_secret}`;
  for (const [suffix, options] of [
    ['', basic],
    [query, { as: null }],
  ] as const) {
    const api = await serveApi(t, { rateLimit: 5000 });
    for (const [path, status] of [
      ['/meta', 200],
      ['', 200],
      ['/orgs/none', 404],
      ['/user', 401],
      ['/authorizations', 401],
    ] as const) {
      const response = await api.call('GET', path + suffix, options);
      assert.deepEqual([response.status, response.field('X-RateLimit-Limit')], [status, '5000'], path);
      if (status === 401) assert.equal(members(response).message, 'Requires authentication');
    }
    assert.deepEqual(await left(api, basic.as), { limit: 5000, remaining: 4995, reset: Number(reset) });
  }
});

test('a wrong client secret gets 401, and an application has no access in private mode', async (t) => {
  const { client_id, client_secret } = client.pair;
  const api = await serveApi(t, { rateLimit: 5000 });
  const wrong = await api.call('GET', '/meta', { as: `${client_id}:wrong` });
  assert.deepEqual([wrong.status, members(wrong).message], [401, 'Bad credentials']);
  const closed = await serveApi(t, { privateMode: true });
  const rejected = await closed.call('GET', '/meta', { as: `${client_id}:${client_secret}` });
  assert.deepEqual(
    [rejected.status, members(rejected).message],
    [401, 'Must authenticate to access this API.'],
  );
});
