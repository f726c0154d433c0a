import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { members, noon } from '#test/support/accounts/api.ts';
import { sendCode } from '#test/support/accounts/sent-code.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('GET /_sparring/one-time-password/{login}', () => {
  it('returns the current code of an authenticator application, which the API accepts', async (t) => {
    const server = await serveControlled(t);
    await addUser(server, {
      login: 'bender',
      password: 'x1',
      twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' },
    });
    const current = async () => members(await server.control('GET', '/one-time-password/Bender'));
    const { code, expires_at: until } = await current();
    assert.equal(until, '2026-03-01T12:00:30Z');
    const fields = [['X-GitHub-OTP', String(code)]] as const;
    assert.equal((await server.call('GET', '/user', { as: 'bender:x1', fields })).status, 200);
    server.runtime.clock.freeze(noon + 30_000);
    assert.notEqual((await current()).code, code);
  });

  it('returns the newest sent code that is still valid', async (t) => {
    const server = await serveControlled(t);
    const code = await sendCode(server);
    const path = '/one-time-password/hubot';
    assert.deepEqual(members(await server.control('GET', path)), {
      code,
      expires_at: '2026-03-01T12:10:00Z',
    });
    server.runtime.clock.advance(600_000);
    const response = await server.control('GET', path);
    assert.equal(response.status, 404);
    assert.equal(members(response).detail, 'No valid code was sent to hubot.');
  });

  it('returns 404 for a user without two-factor authentication and for an unknown user', async (t) => {
    const { control } = await serveControlled(t);
    for (const [login, detail] of [
      ['mona', 'mona has no second factor; sparring user two-factor adds one.'],
      ['nobody', 'There is no user "nobody".'],
      ['%00', 'There is no user "\\u0000".'],
    ] as const) {
      const response = await control('GET', `/one-time-password/${login}`);
      assert.deepEqual([response.status, members(response).detail], [404, detail]);
    }
  });
});
