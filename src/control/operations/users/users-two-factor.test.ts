import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('PUT and DELETE /_sparring/users/{login}/two-factor enable and disable the second factor', async (t) => {
  const server = await serveControlled(t);
  const path = '/users/MONA/two-factor';
  const status = async (code = '') =>
    (await server.call('GET', '/user', { fields: code ? [['X-GitHub-OTP', code]] : [] })).status;
  const enabled = members(await server.control('PUT', path, {}));
  assert.deepEqual([enabled.login, enabled.method], ['mona', 'app']);
  assert.match(String(enabled.uri), /^otpauth:\/\/totp\/Sparring:mona\?/);
  const code = new TOTP({ secret: String(enabled.secret) }).generate({ timestamp: server.runtime.now() });
  assert.deepEqual([await status(), await status(code)], [401, 200]);
  const own = members(await server.control('PUT', path, { secret: 'jbsw y3dp-ehpk3pxp====' }));
  assert.equal(own.secret, 'JBSWY3DPEHPK3PXP');
  const texted = members(await server.control('PUT', path, { phone: '+1 (555) 01-00' }));
  assert.deepEqual(texted, { login: 'mona', method: 'sms', phone: '+15550100' });
  const disabled = await server.control('DELETE', path);
  assert.deepEqual(members(disabled), { login: 'mona', method: null });
  assert.equal(await status(), 200);
  for (const [body, expected] of [
    [{ phone: 'none' }, 422],
    [{ secret: '!' }, 422],
    [{ secret: 'JBSWY3DPEHPK3PXP', phone: '+15550100' }, 422],
  ] as const)
    assert.equal((await server.control('PUT', path, body)).status, expected, JSON.stringify(body));
  assert.equal((await server.control('DELETE', '/users/nobody/two-factor')).status, 404);
});
