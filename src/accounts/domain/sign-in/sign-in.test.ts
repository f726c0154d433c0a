import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, basic, members, noon, serveApi } from '#test/support/accounts/api.ts';
import { signInFailureKey } from '../../store/index.ts';
import { createPasswords } from './passwords.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const twoFactor = { method: 'app', secret } as const;

async function codeOf(api: Api): Promise<string> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.runtime.now() });
}

const otp = (code: string) => ({ fields: [['X-GitHub-OTP', code] as const] });

test('a correct password is accepted and a wrong one is rejected', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/authorizations')).status, 200);
  const rejected = await api.call('GET', '/authorizations', { as: 'mona:wrong' });
  assert.equal(rejected.status, 401);
  assert.deepEqual(rejected.json(), {
    message: 'Bad credentials',
    documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
  });
  assert.equal((await api.call('GET', '/authorizations', { as: 'nobody:wrong' })).text(), rejected.text());
});

test('a wrong password is rejected after the correct one was verified', async (t) => {
  const api = await serveApi(t);
  await api.call('GET', '/authorizations');
  assert.equal((await api.call('GET', '/authorizations', { as: 'mona:wrong' })).status, 401);
});

test('logins are compared without regard to case, passwords are not', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/authorizations', { as: 'MONA:correct-horse-1' })).status, 200);
  assert.equal((await api.call('GET', '/authorizations', { as: 'mona:Correct-horse-1' })).status, 401);
});

test('missing and wrong credentials get different errors', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/authorizations', { as: null });
  assert.equal(response.status, 401);
  assert.deepEqual(response.json(), {
    message: 'Requires authentication',
    documentation_url:
      'https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations#list-your-authorizations',
  });
});

test('the name of the scheme is compared without regard to case', async (t) => {
  const api = await serveApi(t);
  const [[, value = ''] = []] = basic('mona:correct-horse-1');
  const fields = [['Authorization', value.replace('Basic', 'bAsIc')]] as const;
  assert.equal((await api.call('GET', '/authorizations', { as: null, fields })).status, 200);
});

test('malformed credentials are bad credentials', async (t) => {
  const api = await serveApi(t);
  for (const value of [
    'Basic',
    'Basic !',
    'Basic bW9uYQ==',
    'Digest username="mona"',
    'mona',
    'Bearer',
    'token  ',
  ]) {
    const response = await api.call('GET', '/user', { as: null, fields: [['Authorization', value]] });
    assert.equal(response.status, 401, value);
    assert.equal(members(response).message, 'Bad credentials', value);
  }
});

test('a changed password is valid at once, and the previous one is not', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/user')).status, 200);
  const passwordHash = await createPasswords(api.runtime, 'test').hash('new');
  await api.store.users.update(api.user.id, { passwordHash });
  assert.equal((await api.call('GET', '/user')).status, 401);
  assert.equal((await api.call('GET', '/user', { as: 'mona:new' })).status, 200);
});

for (const [method, path, body] of [
  ['GET', '/authorizations', undefined],
  ['POST', '/authorizations', '{"note":"n"}'],
  ['PATCH', '/authorizations', '{}'],
  ['PUT', '/authorizations/clients/0123456789abcdef0123', '{"client_secret":"x"}'],
  ['GET', '/applications/grants', undefined],
  ['GET', '/applications/grants/1', undefined],
  ['DELETE', '/applications/grants/1', undefined],
  ['GET', '/user', undefined],
] as const) {
  test(`${method} ${path} requires the second factor, with the same error for a missing and a wrong code`, async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const missing = await api.call(method, path, { body });
    assert.equal(missing.status, 401);
    assert.equal(missing.field('X-GitHub-OTP'), 'required; app');
    assert.deepEqual(missing.json(), {
      message: 'Must specify two-factor authentication OTP code.',
      documentation_url:
        'https://docs.github.com/enterprise/3.0/rest/overview/other-authentication-methods#working-with-two-factor-authentication',
    });
    const wrong = await api.call(method, path, { body, ...otp('000000') });
    assert.deepEqual(
      [wrong.status, wrong.text(), wrong.field('X-GitHub-OTP')],
      [401, missing.text(), 'required; app'],
    );
    const right = await api.call(method, path, { body, ...otp(await codeOf(api)) });
    assert.notEqual(right.status, 401);
  });
}

test('the password is checked before the second factor', async (t) => {
  const api = await serveApi(t, {}, { twoFactor });
  const response = await api.call('GET', '/authorizations', { as: 'mona:wrong', ...otp(await codeOf(api)) });
  assert.equal(members(response).message, 'Bad credentials');
  assert.equal(response.field('X-GitHub-OTP'), undefined);
});

test('a user without a second factor can send any code', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/authorizations', otp('null'))).status, 200);
});

test('a code can be used again, unless reuse is disabled', async (t) => {
  const lenient = await serveApi(t, {}, { twoFactor });
  const strict = await serveApi(t, { oneTimePasswordReuse: false }, { twoFactor });
  for (const [api, status] of [
    [lenient, 200],
    [strict, 401],
  ] as const) {
    const code = await codeOf(api);
    assert.equal((await api.call('GET', '/user', otp(code))).status, 200);
    assert.equal((await api.call('GET', '/user', otp(code))).status, status);
  }
});

async function failTimes(api: Api, times: number, as: string, fields = otp('')): Promise<void> {
  for (let count = 0; count < times; count++)
    assert.equal((await api.call('GET', '/user', { as, ...fields })).status, 401);
}

function assertLocked(response: { status: number; json(): unknown }): void {
  assert.equal(response.status, 403);
  assert.deepEqual(response.json(), {
    message: 'Maximum number of login attempts exceeded. Please try again later.',
    documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
  });
}

test('after ten failures the correct password is rejected until fifteen minutes after the first', async (t) => {
  const api = await serveApi(t);
  await failTimes(api, 10, 'mona:wrong');
  assertLocked(await api.call('GET', '/user'));
  api.runtime.clock.freeze(noon + 15 * 60_000);
  assertLocked(await api.call('GET', '/user'));
  api.runtime.clock.freeze(noon + 15 * 60_000 + 1);
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('a lockout applies to a login in any case, and to no other login', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 });
  await failTimes(api, 2, 'Mona:wrong');
  assertLocked(await api.call('GET', '/user'));
  assert.equal((await api.call('GET', '/user', { as: 'hubot:wrong' })).status, 401);
});

test('an unknown login is locked like a known one', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 });
  await failTimes(api, 2, 'nobody:wrong');
  assertLocked(await api.call('GET', '/user', { as: 'nobody:wrong' }));
});

test('a successful sign-in resets the count', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 3 });
  await failTimes(api, 2, 'mona:wrong');
  assert.equal((await api.call('GET', '/user')).status, 200);
  await failTimes(api, 2, 'mona:wrong');
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('wrong codes count as failures, missing ones do not', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 3 }, { twoFactor });
  await failTimes(api, 5, 'mona:correct-horse-1');
  await failTimes(api, 3, 'mona:correct-horse-1', otp('000000'));
  assertLocked(await api.call('GET', '/user', otp(await codeOf(api))));
});

test('the correct password alone does not reset the count if a second factor is required', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 }, { twoFactor });
  await failTimes(api, 1, 'mona:wrong');
  await failTimes(api, 1, 'mona:correct-horse-1');
  await failTimes(api, 1, 'mona:wrong');
  assertLocked(await api.call('GET', '/user', otp(await codeOf(api))));
});

test('concurrent guesses are all counted', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 10 });
  const guesses = Array.from({ length: 60 }, (_, index) =>
    api.call('GET', '/user', { as: `mona:wrong${index}` }),
  );
  for (const { status } of await Promise.all(guesses)) assert.ok(status === 401 || status === 403);
  assertLocked(await api.call('GET', '/user'));
});

test('a lockout follows the server clock, which can be set back', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 });
  const fail = () => api.call('GET', '/user', { as: 'mona:wrong' });
  const lock = async () => [(await fail()).status, (await fail()).status, (await fail()).status];
  assert.deepEqual(await lock(), [401, 401, 403]);
  api.runtime.clock.advance(15 * 60_000 + 1);
  assert.equal((await api.call('GET', '/user')).status, 200);
  assert.deepEqual(await lock(), [401, 401, 403]);
  api.runtime.clock.freeze(Date.parse('2020-09-30T07:00:00Z'));
  assert.deepEqual(await lock(), [401, 401, 403]);
});

test('the lockout can be disabled', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 0 });
  await failTimes(api, 20, 'mona:wrong');
  assert.equal((await api.call('GET', '/user')).status, 200);
});

test('logins of any length and with any character get a response', async (t) => {
  const api = await serveApi(t);
  for (const login of ['', 'ü'.repeat(300), '😀', "' or 1=1 --", 'x'.repeat(20_000)])
    await failTimes(api, 1, `${login}:wrong`);
  for (const password of ['', 'x'.repeat(20_000), 'pässwörd:with:colons'])
    await failTimes(api, 1, `mona:${password}`);
});

test('a password in the field of the login is stored nowhere', async (t) => {
  const api = await serveApi(t);
  await api.call('GET', '/user', { as: 'correct-horse-1:mona' });
  assert.doesNotMatch(JSON.stringify(await api.store.readAll()), /correct-horse-1/i);
});

test('the key of a login has the same length for every login', async (t) => {
  const api = await serveApi(t);
  for (const login of ['', 'a', 'ü'.repeat(300), 'x'.repeat(20_000)])
    await api.call('GET', '/user', { as: `${login}:wrong` });
  const { sign_in_failures: rows = [] } = (await api.store.readAll()).tables;
  assert.equal(rows.length, 4);
  for (const row of rows) assert.match(JSON.stringify(row), /"login:[0-9a-f]{64}"/);
});

test('the attempts for a user are kept until their window ends; those for unknown logins are limited', async (t) => {
  const api = await serveApi(t);
  await failTimes(api, 1, 'mona:wrong');
  await failTimes(api, 1, 'nobody:wrong');
  await api.store.signInFailures.attempt('new', { at: noon + 1, window: 1000, limit: 1, maxUnknown: 1 });
  const count = async (login: string) =>
    (await api.store.signInFailures.byKey(signInFailureKey(login)))?.count;
  assert.deepEqual([await count('mona'), await count('nobody')], [1, undefined]);
});
