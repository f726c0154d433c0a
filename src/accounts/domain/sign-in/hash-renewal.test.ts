import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Api, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const password = 'correct-horse-1';
const CHEAP = /^\$argon2id\$v=19\$m=8,t=1,p=1\$/;
const STANDARD = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

/** A server with the standard cost, whose user has a hash of the test cost. */
async function serveOld(t: TestContext, details: Parameters<typeof serveApi>[2] = {}) {
  const api = await serveApi(t, { passwordCost: 'standard' }, details);
  assert.match(api.user.passwordHash, CHEAP);
  return api;
}

const hashOf = async ({ store, user }: Api) => (await store.users.byId(user.id))?.passwordHash ?? '';

describe('a password hash of another cost', () => {
  test('is renewed once by a call with the correct password', async (t) => {
    const api = await serveOld(t);
    assert.equal((await api.call('GET', '/user', { as: 'mona:wrong' })).status, 401);
    assert.equal(await hashOf(api), api.user.passwordHash, 'a wrong password renews nothing');
    const calls = await Promise.all(Array.from({ length: 5 }, () => api.call('GET', '/user')));
    assert.deepEqual(new Set(calls.map(({ status }) => status)), new Set([200]));
    const renewed = await hashOf(api);
    assert.match(renewed, STANDARD);
    assert.equal((await api.call('GET', '/user')).status, 200);
    api.runtime.clock.advance(3_600_000);
    assert.equal((await api.call('GET', '/user')).status, 200);
    assert.equal((await api.call('GET', '/user', { as: 'mona:wrong' })).status, 401);
    assert.equal(await hashOf(api), renewed);
  });

  test('is renewed by the sign-in page, whose session stays valid', async (t) => {
    const api = await serveOld(t);
    const browser = visitor(api);
    assert.equal((await browser.signIn('mona', password)).status, 303);
    assert.match(await hashOf(api), STANDARD);
    assert.equal((await browser.visit('/settings/security')).status, 200);
  });

  test('is renewed before the second factor is checked', async (t) => {
    const api = await serveOld(t, { twoFactor: { method: 'sms', phone: '+15550100' } });
    assert.equal((await api.call('GET', '/user')).status, 401);
    assert.match(await hashOf(api), STANDARD);
  });

  test('does not replace the hash of a password that is changed at the same time', async (t) => {
    const api = await serveOld(t);
    const { passwords } = api.authorizationContext;
    const { hash } = passwords;
    const changed = await hash('another-password');
    Object.assign(passwords, {
      hash: async (input: string) => {
        const renewed = await hash(input);
        await api.store.users.update(api.user.id, { passwordHash: changed });
        return renewed;
      },
    });
    await api.call('GET', '/user');
    assert.equal(await hashOf(api), changed);
    assert.equal((await api.call('GET', '/user')).status, 401);
    const browser = visitor(api);
    assert.equal((await browser.signIn('mona', password)).status, 422);
  });
});
