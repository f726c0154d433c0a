import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, type ApiCall, members, noon, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { createTotpCode } from '../sign-in/totp.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const errors = {
  userAgent: [403, undefined],
  locked: [403, 'Maximum number of login attempts exceeded. Please try again later.'],
  credentials: [401, 'Bad credentials'],
  code: [401, 'Must specify two-factor authentication OTP code.'],
  passwordOnly: [403, 'This API can only be accessed with username and password Basic Auth'],
  route: [404, 'Not Found'],
  json: [400, 'Problems parsing JSON'],
  notAnObject: [400, 'Body should be a JSON object'],
  validation: [422, 'Validation Failed'],
} as const;

function seen(response: WireResponse): readonly [status: number, message: unknown] {
  const isPage = response.field('Content-Type')?.startsWith('text/html');
  return [response.status, isPage ? undefined : members(response).message];
}

/** A server with a locked user, a user with a second factor, and tokens of both. */
async function serveCrowd(t: Parameters<typeof serveApi>[0]): Promise<Api> {
  const api = await serveApi(t, { lockoutFailures: 2 });
  for (const [login, token, twoFactor] of [
    ['locked', 'a', null],
    ['guarded', 'b', { method: 'app', secret }],
  ] as const) {
    const { id: userId } = await addUser(api, { login, password: 'right', twoFactor });
    await addToken(api, { token: token.repeat(40), userId });
  }
  for (let count = 0; count < 2; count++) await api.call('GET', '/user', { as: 'locked:wrong' });
  return api;
}

test('a call with two problems gets the error of the first check', async (t) => {
  const api = await serveCrowd(t);
  const code = await createTotpCode(secret, noon);
  const [good, bad] = [
    [['X-GitHub-OTP', code]],
    [['X-GitHub-OTP', code === '000000' ? '000001' : '000000']],
  ] as const;
  const cases: readonly (readonly [keyof typeof errors, string, string, ApiCall])[] = [
    ['userAgent', 'GET', '/authorizations', { as: 'locked:right', fields: [['User-Agent', '']] }],
    ['userAgent', 'GET', '/nothing', { as: null, fields: [['User-Agent', '']] }],
    ['locked', 'GET', '/authorizations', { as: 'locked:wrong' }],
    ['locked', 'GET', '/authorizations', { as: 'locked:right' }],
    ['locked', 'PATCH', '/authorizations', { as: 'LOCKED:right', body: '{' }],
    ['credentials', 'GET', '/authorizations', { as: 'guarded:wrong' }],
    ['code', 'GET', '/authorizations', { as: 'guarded:right' }],
    ['code', 'PATCH', '/authorizations', { as: 'guarded:right' }],
    ['code', 'POST', '/authorizations', { as: 'guarded:right', body: '{' }],
    ['code', 'DELETE', '/authorizations/nothing', { as: 'guarded:right' }],
    ['passwordOnly', 'GET', '/authorizations', { as: `guarded:${'b'.repeat(40)}` }],
    ['passwordOnly', 'GET', '/authorizations', { as: `${'b'.repeat(40)}:x-oauth-basic`, fields: bad }],
    ['passwordOnly', 'PATCH', '/authorizations', { as: `${'b'.repeat(40)}:` }],
    ['passwordOnly', 'POST', '/authorizations', { as: `${'b'.repeat(40)}:`, body: '{' }],
    ['route', 'PATCH', '/authorizations', { as: 'guarded:right', fields: good, body: '{' }],
    ['route', 'PUT', '/authorizations/nothing', { body: '[]' }],
    ['json', 'POST', '/authorizations', { body: '{"scopes":1' }],
    ['json', 'PATCH', '/authorizations/999', { body: '' }],
    ['notAnObject', 'POST', '/authorizations', { body: '[{"scopes":1}]' }],
    ['validation', 'PATCH', '/authorizations/999', { body: { scopes: ['nothing'] } }],
    ['validation', 'POST', '/authorizations', { body: { scopes: ['nothing'], client_id: 'nobody' } }],
    ['route', 'PATCH', '/authorizations/999', { body: { scopes: ['repo'] } }],
  ];
  for (const [wanted, method, path, call] of cases)
    assert.deepEqual(seen(await api.call(method, path, call)), errors[wanted], `${wanted} ${method} ${path}`);
});

test('a locked login is rejected with a token as password, and not with the token alone', async (t) => {
  const api = await serveCrowd(t);
  const token = 'a'.repeat(40);
  assert.deepEqual(seen(await api.call('GET', '/user', { as: `locked:${token}` })), errors.locked);
  assert.equal((await api.call('GET', '/user', { as: `${token}:x-oauth-basic` })).status, 200);
  const fields = [['Authorization', `token ${token}`]] as const;
  assert.equal((await api.call('GET', '/user', { as: null, fields })).status, 200);
});

test('a repeated, empty or malformed X-GitHub-OTP counts as no code', async (t) => {
  const api = await serveApi(t, {}, { twoFactor: { method: 'app', secret } });
  const code = await createTotpCode(secret, noon);
  for (const values of [[''], [' '], ['null'], [code, code], [`${code}0`], [code.slice(1)]]) {
    const fields = values.map((value) => ['X-GitHub-OTP', value] as const);
    const response = await api.call('GET', '/authorizations', { fields });
    assert.deepEqual(seen(response), errors.code, values.join());
    assert.equal(response.field('X-GitHub-OTP'), 'required; app');
  }
  const fields = [['x-github-otp', ` ${code} `]] as const;
  assert.equal((await api.call('GET', '/authorizations', { fields })).status, 200);
});
