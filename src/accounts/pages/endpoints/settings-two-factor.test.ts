import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';

const path = '/settings/two-factor';
const password = 'correct-horse-1';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

async function openTwoFactor(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options, { twoFactor: { method: 'app', secret } });
  const browser = visitor(api);
  await browser.signIn('mona', password, await createTotpCode(secret, api.runtime.now()));
  return {
    api,
    browser,
    async change(filled: Filled) {
      await browser.visit('/settings/security');
      const code = await createTotpCode(secret, api.runtime.now());
      return browser.submit(path, { password, code, ...filled });
    },
  };
}

function codesIn(page: string): string[] {
  return [...page.matchAll(/<li><code>([0-9a-z-]{17})<\/code>/g)].map(([, code = '']) => code);
}

test('it is disabled with the password and a code, and recovery codes become invalid', async (t) => {
  const { api, browser, change } = await openTwoFactor(t);
  await change({ action: 'recovery-codes' });
  const response = await change({ action: 'disable' });
  assert.match(
    (await browser.follow(response)).text(),
    /role="status">Two-factor authentication is disabled/,
  );
  assert.equal((await api.call('GET', '/user')).status, 200);
  assert.equal(await api.store.recoveryCodes.count(api.user.id), 0);
});

test('new recovery codes are shown once, and replace the previous ones', async (t) => {
  const { api, browser, change } = await openTwoFactor(t);
  const renew = async () =>
    codesIn((await browser.follow(await change({ action: 'recovery-codes' }))).text());
  const [old = ''] = await renew();
  const [fresh = ''] = await renew();
  assert.equal((await visitor(api).signIn('mona', password, old)).status, 422);
  assert.equal((await visitor(api).signIn('mona', password, fresh.toUpperCase())).status, 303);
  assert.ok(!JSON.stringify(await api.store.readAll()).includes(fresh));
});

test('without the password nothing changes, and failures count toward the lockout', async (t) => {
  const { api, change } = await openTwoFactor(t, { lockoutFailures: 4 });
  for (const action of ['disable', 'recovery-codes'])
    for (const wrong of ['wrong', '']) {
      const response = await change({ action, password: wrong });
      assert.equal(response.status, 422);
      assert.match(response.text(), /Incorrect password/);
    }
  assert.equal((await change({ action: 'disable' })).status, 403);
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
  assert.equal(await api.store.recoveryCodes.count(api.user.id), 0);
});

test('the password alone disables nothing and creates no recovery codes', async (t) => {
  const { api, change } = await openTwoFactor(t);
  for (const action of ['disable', 'recovery-codes'])
    for (const code of ['', '000000', 'nonsense']) {
      const response = await change({ action, code });
      assert.equal(response.status, 422, `${action} ${code}`);
      assert.match(response.text(), /This code is incorrect or expired/);
    }
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
  assert.equal(await api.store.recoveryCodes.count(api.user.id), 0);
});

test('a recovery code works in place of a code, once', async (t) => {
  const { api, browser, change } = await openTwoFactor(t);
  const renew = async (filled: Filled) =>
    codesIn((await browser.follow(await change({ action: 'recovery-codes', ...filled }))).text());
  const [first = ''] = await renew({});
  const [second = ''] = await renew({ code: first });
  assert.equal((await change({ action: 'disable', code: first })).status, 422);
  assert.equal((await change({ action: 'disable', code: second })).status, 303);
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
});

test('wrong codes count toward the lockout, then the right one is rejected too', async (t) => {
  const { api, change } = await openTwoFactor(t, { lockoutFailures: 2 });
  for (let times = 0; times < 2; times++)
    assert.equal((await change({ action: 'disable', code: '1' })).status, 422);
  const locked = await change({ action: 'disable' });
  assert.equal(locked.status, 403);
  assert.match(locked.text(), /Maximum number of login attempts exceeded/);
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
});

test('the page sends a code to a user of text messages', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  await api.store.users.update(api.user.id, { twoFactor: { method: 'sms', phone: '+15550100' } });
  const page = await browser.visit('/settings/security');
  assert.match(page.text(), /Send a code/);
  const sent = await browser.follow(await browser.submit(path, { action: 'send-code' }));
  assert.match(sent.text(), /role="status">A code was sent/);
  const [message] = await api.store.messages.list(1);
  const response = await browser.submit(path, { action: 'disable', password, code: message?.code ?? '' });
  assert.equal(response.status, 303);
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
});

test('the response is sent after the recovery codes are replaced', async (t) => {
  const { api, change } = await openTwoFactor(t);
  const { recoveryCodes, users } = api.store;
  const { replace } = recoveryCodes;
  const { update } = users;
  let replaced = 0;
  Object.assign(recoveryCodes, {
    replace: async (...input: Parameters<typeof replace>) => {
      await sleep(20);
      await replace(...input);
      replaced++;
    },
  });
  Object.assign(users, {
    update: async (...input: Parameters<typeof update>) => {
      await sleep(20);
      const isUpdated = await update(...input);
      if (input[2]?.recoveryCodes) replaced++;
      return isUpdated;
    },
  });
  await change({ action: 'recovery-codes' });
  assert.equal(replaced, 1);
  await change({ action: 'disable' });
  assert.equal(replaced, 2);
});

test('disabling it twice changes nothing', async (t) => {
  const { change } = await openTwoFactor(t);
  await change({ action: 'disable' });
  const response = await change({ action: 'recovery-codes' });
  assert.equal(response.field('Location'), '/settings/security');
});

test('a forged form disables nothing', async (t) => {
  const { api, change } = await openTwoFactor(t);
  assert.equal((await change({ action: 'disable', form_token: 'forged' })).status, 403);
  assert.ok((await api.store.users.byId(api.user.id))?.twoFactor);
});

test('the actions are recorded in the security log', async (t) => {
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
