import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, noon, serveApi } from '#test/support/accounts/api.ts';

type Test = Parameters<typeof serveApi>[0];

const minute = 60_000;
const twoFactor = { method: 'sms', phone: '+15550100' } as const;

const serveTexting = (t: Test, options: Partial<ServerOptions> = {}) => serveApi(t, options, { twoFactor });

const otp = (code: string) => ({ fields: [['X-GitHub-OTP', code] as const] });

const sent = (api: Api) => api.store.messages.list(1000);

/** Requests a code like auth-basic, and reads it from the outbox. */
async function codeOf(api: Api): Promise<string> {
  await api.call('PATCH', '/authorizations');
  return (await sent(api))[0]?.code ?? '';
}

/** A call with the code. */
const statusWith = async (api: Api, code: string) =>
  (await api.call('GET', '/authorizations', otp(code))).status;

for (const [method, path, body] of [
  ['POST', '/authorizations', { note: 'n' }],
  ['POST', '/authorizations', undefined],
  ['POST', '/authorizations', 'no JSON'],
  ['PATCH', '/authorizations', undefined],
  ['PUT', client.path, client.secret],
  ['PUT', `${client.path}/laptop`, client.secret],
  ['PATCH', '/authorizations/1', { note: 'n' }],
  ['POST', '/authorizations/1', { note: 'n' }],
  ['PUT', '/authorizations/no/such/path', undefined],
] as const) {
  test(`${method} ${path} with ${JSON.stringify(body)} sends a code and creates nothing`, async (t) => {
    const api = await serveTexting(t);
    const rejected = await api.call(method, path, { body });
    assert.equal(rejected.status, 401);
    assert.equal(rejected.field('X-GitHub-OTP'), 'required; sms');
    assert.equal(members(rejected).message, 'Must specify two-factor authentication OTP code.');
    const [message, ...others] = await sent(api);
    assert.deepEqual([message?.to, message?.login, others], ['+15550100', 'mona', []]);
    const page = { page: 1, perPage: 30 };
    assert.equal((await api.store.authorizations.list(api.user.id, page)).total, 0);
    assert.notEqual((await api.call(method, path, { body, ...otp(message?.code ?? '') })).status, 401);
    assert.equal((await sent(api)).length, 1);
  });
}

for (const [method, path] of [
  ['GET', '/authorizations'],
  ['HEAD', '/authorizations'],
  ['GET', '/authorizations/1'],
  ['DELETE', '/authorizations/1'],
  ['DELETE', '/authorizations'],
  ['GET', '/applications/grants'],
  ['DELETE', '/applications/grants/1'],
  ['PATCH', '/applications/grants'],
  ['GET', '/user'],
  ['POST', '/user'],
  ['POST', '/authorizations2'],
] as const) {
  test(`${method} ${path} requires a code and sends none`, async (t) => {
    const api = await serveTexting(t);
    const rejected = await api.call(method, path);
    assert.deepEqual([rejected.status, rejected.field('X-GitHub-OTP')], [401, 'required; sms']);
    assert.deepEqual(await sent(api), []);
    assert.notEqual((await api.call(method, path, otp(await codeOf(api)))).status, 401);
  });
}

test('no code is sent for a wrong password, for a token, or to a user with an app or with nothing', async (t) => {
  const api = await serveTexting(t);
  const token = '89abcdef0123456789abcdef0123456789abcdef';
  await addToken(api, { token, userId: api.user.id });
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await addUser(api, { login: 'hubot', twoFactor: { method: 'app', secret } });
  await addUser(api, { login: 'plain' });
  for (const as of [
    'mona:wrong',
    `mona:${token}`,
    'hubot:correct-horse-1',
    'plain:correct-horse-1',
    'no:one',
  ])
    await api.call('POST', '/authorizations', { as });
  assert.deepEqual(await sent(api), []);
});

test('each code is valid for ten minutes, also after a newer one', async (t) => {
  const api = await serveTexting(t);
  const first = await codeOf(api);
  api.runtime.clock.freeze(noon + minute);
  const second = await codeOf(api);
  assert.equal((await sent(api)).length, 2);
  for (const [at, code, status] of [
    [9 * minute, first, 200],
    [10 * minute - 1, first, 200],
    [10 * minute, first, 401],
    [11 * minute - 1, second, 200],
    [11 * minute, second, 401],
  ] as const) {
    api.runtime.clock.freeze(noon + at);
    assert.equal(await statusWith(api, code), status, `${at}`);
  }
});

test('writes within a minute get the same code, also fifty concurrent ones', async (t) => {
  const api = await serveTexting(t);
  const writes = Array.from({ length: 50 }, () => api.call('POST', '/authorizations'));
  for (const { status } of await Promise.all(writes)) assert.equal(status, 401);
  api.runtime.clock.advance(minute - 1);
  assert.equal(await statusWith(api, await codeOf(api)), 200);
  assert.equal((await sent(api)).length, 1);
});

test('an expired code causes a new message', async (t) => {
  const api = await serveTexting(t);
  const old = await codeOf(api);
  api.runtime.clock.advance(10 * minute);
  assert.equal((await api.call('POST', '/authorizations', otp(old))).status, 401);
  const [message, ...others] = await sent(api);
  assert.equal(others.length, 1);
  assert.equal(await statusWith(api, message?.code ?? ''), 200);
});

test('a code belongs to one user, one number and one time window', async (t) => {
  const api = await serveTexting(t);
  const code = await codeOf(api);
  const phone = '+15550111';
  const other = await addUser(api, { login: 'hubot', twoFactor: { method: 'sms', phone } });
  const foreign = await api.call('GET', '/user', { as: 'hubot:correct-horse-1', ...otp(code) });
  assert.equal(foreign.status, 401);
  await api.store.users.update(other.id, { twoFactor: null });

  assert.equal(await statusWith(api, code), 200);
  await api.store.users.update(api.user.id, { twoFactor: { method: 'sms', phone } });
  assert.equal(await statusWith(api, code), 401);
  await api.store.users.update(api.user.id, { twoFactor });
  api.runtime.clock.freeze(noon - 60 * minute);
  assert.equal(await statusWith(api, code), 401);
});

test('text other than six digits is never valid', async (t) => {
  const api = await serveTexting(t);
  const code = await codeOf(api);
  for (const wrong of [code.slice(1), `0${code}`, `${code.slice(0, 3)} ${code.slice(3)}`, '%00', '-12345'])
    assert.equal(await statusWith(api, wrong), 401, wrong);
  assert.equal(await statusWith(api, ` ${code} `), 200);
});

test('a code can be used again while it is valid', async (t) => {
  const api = await serveTexting(t);
  const code = await codeOf(api);
  for (let count = 0; count < 3; count++) assert.equal(await statusWith(api, code), 200);
});

test('if reuse is disabled, one of several concurrent calls with a code succeeds', async (t) => {
  const api = await serveTexting(t, { oneTimePasswordReuse: false, lockoutFailures: 0 });
  const code = await codeOf(api);
  const calls = await Promise.all(Array.from({ length: 20 }, () => statusWith(api, code)));
  assert.equal(calls.filter((status) => status === 200).length, 1);
  const next = await codeOf(api);
  assert.equal((await sent(api)).length, 2);
  assert.deepEqual([await statusWith(api, next), await statusWith(api, next)], [200, 401]);
});

test('wrong codes count as failures; missing ones and the word null do not', async (t) => {
  const api = await serveTexting(t, { lockoutFailures: 3 });
  const code = await codeOf(api);
  const wrong = code === '000000' ? '000001' : '000000';
  for (const { fields } of [otp(''), otp('null'), otp('null'), otp(' null ')])
    assert.equal((await api.call('POST', '/authorizations', { fields })).status, 401);
  for (let count = 0; count < 2; count++) assert.equal(await statusWith(api, wrong), 401);
  assert.equal(await statusWith(api, code), 200);
  for (let count = 0; count < 3; count++) assert.equal(await statusWith(api, wrong), 401);
  assert.equal(await statusWith(api, code), 403);
  api.runtime.clock.advance(2 * minute);
  assert.equal((await api.call('POST', '/authorizations')).status, 403);
  assert.equal((await sent(api)).length, 1);
});

test('the call by which auth-basic requests a code gets 404 once password and code are correct', async (t) => {
  const api = await serveTexting(t);
  const code = await codeOf(api);
  const response = await api.call('PATCH', '/authorizations', otp(code));
  assert.deepEqual([response.status, members(response).message], [404, 'Not Found']);
});
