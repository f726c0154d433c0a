import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serveApi } from '../../../../test/support/api.ts';
import { type Filled, visitor } from '../../../../test/support/visitor.ts';
import { createAppCode } from '../../sign-in/app-code.ts';

const path = '/settings/two-factor';
const password = 'correct-horse-1';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

async function openTwoFactor(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options, { twoFactor: { method: 'app', secret } });
  const browser = visitor(api);
  await browser.signIn('mona', password, await createAppCode(secret, api.runtime.now()));
  return {
    api,
    browser,
    async change(filled: Filled) {
      await browser.visit('/settings/security');
      return browser.submit(path, { password, ...filled });
    },
  };
}

function codesIn(page: string): string[] {
  return [...page.matchAll(/<li><code>([0-9a-z-]{17})<\/code>/g)].map(([, code = '']) => code);
}

test('it is switched off with the password, and recovery codes are worth nothing any more', async (t) => {
  const { api, browser, change } = await openTwoFactor(t);
  await change({ action: 'recovery-codes' });
  const answer = await change({ action: 'disable' });
  assert.match((await browser.follow(answer)).text(), /role="status">Two-factor authentication is off/);
  assert.equal((await api.call('GET', '/user')).status, 200);
  assert.equal(await api.store.recoveryCodes.count(api.user.id), 0);
});

test('new recovery codes are shown once, and end those before', async (t) => {
  const { api, browser, change } = await openTwoFactor(t);
  const renew = async () =>
    codesIn((await browser.follow(await change({ action: 'recovery-codes' }))).text());
  const [old = ''] = await renew();
  const [fresh = ''] = await renew();
  assert.equal((await visitor(api).signIn('mona', password, old)).status, 422);
  assert.equal((await visitor(api).signIn('mona', password, fresh.toUpperCase())).status, 303);
  assert.ok(!JSON.stringify(await api.store.snapshot()).includes(fresh));
});

test('without the password nothing changes, and failures count toward the lockout', async (t) => {
  const { api, change } = await openTwoFactor(t, { lockoutFailures: 4 });
  for (const action of ['disable', 'recovery-codes'])
    for (const wrong of ['wrong', '']) {
      const answer = await change({ action, password: wrong });
      assert.equal(answer.status, 422);
      assert.match(answer.text(), /The password is not right/);
    }
  assert.equal((await change({ action: 'disable' })).status, 403);
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
  assert.equal(await api.store.recoveryCodes.count(api.user.id), 0);
});

test('where it is off there is nothing to switch off', async (t) => {
  const { change } = await openTwoFactor(t);
  await change({ action: 'disable' });
  const answer = await change({ action: 'recovery-codes' });
  assert.equal(answer.field('Location'), '/settings/security');
});

test('a forged form switches nothing off', async (t) => {
  const { api, change } = await openTwoFactor(t);
  assert.equal((await change({ action: 'disable', form_token: 'forged' })).status, 403);
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
});

test('what was done is noted in the security log', async (t) => {
  const { api, change } = await openTwoFactor(t);
  await change({ action: 'recovery-codes' });
  await change({ action: 'disable' });
  const actions = (await api.store.audit.events(api.user.id, 10)).map(({ action }) => action);
  assert.deepEqual(actions, [
    'two_factor_authentication.disabled',
    'two_factor_authentication.recovery_codes_regenerated',
    'user.login',
  ]);
});
