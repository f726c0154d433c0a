import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/security';
const password = 'correct-horse-1';
const next = ' a new horse 2 ';

async function openSecurity(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  return {
    api,
    browser,
    statusWith: async (secret: string) => (await api.call('GET', '/user', { as: `mona:${secret}` })).status,
    async change(filled: Filled) {
      await browser.visit(path);
      return browser.submit(path, { password, new_password: next, new_password_again: next, ...filled });
    },
  };
}

test('a changed password is valid at once for API and pages, and the previous one is not', async (t) => {
  const { api, change, statusWith } = await openSecurity(t);
  assert.equal(await statusWith(password), 200);
  assert.equal((await change({})).field('Location'), '/settings/security?notice=password-changed');
  assert.equal(await statusWith(password), 401);
  assert.equal(await statusWith(next), 200);
  const other = visitor(api);
  assert.equal((await other.signIn('mona', password)).status, 422);
  assert.equal((await other.signIn('mona', next)).status, 303);
});

test('the browser stays signed in with a new secret, and all others are signed out', async (t) => {
  const { api, browser, change } = await openSecurity(t);
  const other = visitor(api);
  await other.signIn('mona', password);
  const before = browser.secret;
  const response = await change({});
  assert.match((await browser.follow(response)).text(), /role="status">The password is changed/);
  assert.notEqual(browser.secret, before);
  assert.equal((await other.visit(path)).status, 302);
  assert.equal((await api.get(path, [['Cookie', `sparring_session=${before}`]])).status, 302);
});

test('tokens remain valid when the password changes', async (t) => {
  const { api, change } = await openSecurity(t);
  const token = 'a'.repeat(40);
  await addToken(api, { token, userId: api.user.id });
  await change({});
  const fields = [['Authorization', `token ${token}`]] as const;
  assert.equal((await api.call('GET', '/user', { as: null, fields })).status, 200);
});

test('an invalid password is rejected, and nothing changes', async (t) => {
  const { change, statusWith } = await openSecurity(t);
  for (const [wrong, problem] of [
    ['', /at least 8/],
    ['seven77', /at least 8/],
    ['x'.repeat(201), /at most 200/],
    ['with a\ttab', /control characters/],
  ] as const) {
    const response = await change({ new_password: wrong, new_password_again: wrong });
    assert.equal(response.status, 422, wrong);
    assert.match(response.text(), problem);
    assert.ok(wrong === '' || !response.text().includes(wrong));
  }
  const typo = await change({ new_password_again: `${next}x` });
  assert.match(typo.text(), /passwords do not match/);
  assert.equal(await statusWith(password), 200);
});

test('a wrong current password changes nothing and counts toward the lockout', async (t) => {
  const { change, statusWith } = await openSecurity(t, { lockoutFailures: 3 });
  for (let failures = 0; failures < 3; failures++) {
    const response = await change({ password: 'wrong' });
    assert.equal(response.status, 422);
    assert.match(response.text(), /role="alert">Incorrect password/);
  }
  const locked = await change({});
  assert.equal(locked.status, 403);
  assert.match(locked.text(), /Maximum number of login attempts exceeded/);
  assert.equal(await statusWith(password), 403);
});

test('a forged form changes no password', async (t) => {
  const { browser, change, statusWith } = await openSecurity(t);
  assert.equal((await change({ form_token: 'forged' })).status, 403);
  await browser.visit(path);
  const filled = { password, new_password: next, new_password_again: next };
  assert.equal((await browser.submit(path, filled, [['Origin', 'null']])).status, 403);
  assert.equal(await statusWith(password), 200);
});

test('the change is recorded in the security log, without the password', async (t) => {
  const { api, change } = await openSecurity(t);
  await change({});
  const [event] = await api.store.audit.events(api.user.id, 1);
  assert.equal(event?.action, 'user.change_password');
  assert.equal(event?.userAgent, 'visitor');
  assert.ok(!JSON.stringify(await api.store.readAll()).includes(next));
});
