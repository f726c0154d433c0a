import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { exampleUser } from '../example-accounts.ts';

const token = 'a'.repeat(40);

test('without passwords, the API takes each for a wrong one, and accepts tokens, applications and the sign-in page', async (t) => {
  const api = await serveApi(t, { apiPasswords: false, lockoutFailures: 2 });
  await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
  const meta = await api.call('GET', '/meta', { as: null });
  assert.equal(members(meta).verifiable_password_authentication, false);

  const wrong = {
    message: 'Bad credentials',
    documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
  };
  for (const as of [undefined, 'mona:wrong', 'nobody:wrong', `mona:${'b'.repeat(40)}`])
    for (const path of ['/authorizations', '/user', '/meta']) {
      const response = await api.call('GET', path, as === undefined ? {} : { as });
      assert.deepEqual([response.status, members(response)], [401, wrong], `${as} ${path}`);
    }

  for (const as of [`${token}:x-oauth-basic`, `mona:${token}`])
    assert.equal((await api.call('GET', '/user', { as })).status, 200, as);
  const check = { as: clientCredentials, body: { access_token: token } };
  assert.equal((await api.call('POST', `${client.application}/token`, check)).status, 200);
  // The rejected passwords lock no login.
  const browser = visitor(api);
  assert.equal((await browser.signIn(exampleUser.login, exampleUser.password)).status, 303);
  assert.equal((await browser.visit('/settings/tokens')).status, 200);
});

test('without passwords, the state of the lifecycle describes the response to a password', async (t) => {
  const server = await serveControlled(t, { apiPasswords: false });
  const text = (await server.control('GET', '/lifecycle')).text();
  assert.match(text, /"password": ?\{\s*"is_answered": ?false,\s*"status": ?401,/);
});
