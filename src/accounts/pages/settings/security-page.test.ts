import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('an account without recovery codes is warned, with a link to the form', async (t) => {
  const api = await serveApi(t, {}, { twoFactor: { method: 'app', secret: SECRET } });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1', await createTotpCode(SECRET, api.runtime.now()));
  const page = (await browser.visit('/settings/security')).text();
  const [, id = ''] =
    /<div class="banner bad">[\s\S]*?<strong>0 recovery codes are left\.[\s\S]*?<a href="#([^"]*)">/.exec(
      page,
    ) ?? [];
  assert.match(page, new RegExp(`<input [^>]*id="${id}"`));
});

test('a wrong code keeps the password that was right, for this secret only', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  const path = '/settings/two-factor/app';
  await browser.signIn('mona', 'correct-horse-1');
  await browser.visit(path);
  const wrong = (await browser.submit(path, { code: '000000', password: 'correct-horse-1' })).text();
  assert.match(wrong, /Your password is confirmed/);
  assert.ok(!wrong.includes('name="password"') && !wrong.includes('correct-horse-1'));
  assert.ok(
    wrong.indexOf('name="code"') < wrong.indexOf('<svg class="qr"'),
    'the field is above the QR code',
  );
  const [, secret = ''] = /name="secret" value="([^"]*)"/.exec(wrong) ?? [];
  const [, proof = ''] = /name="password_proof" value="([^"]*)"/.exec(wrong) ?? [];

  await browser.visit(path);
  const other = await browser.submit(path, { code: '000000', password_proof: proof });
  assert.match(other.text(), /Incorrect password/, 'the proof is not valid for another secret');
  await browser.submit(path, { code: '000000', password: 'correct-horse-1' });
  const state = {
    secret,
    password_proof: proof,
    proof: /name="proof" value="([^"]*)"/.exec(wrong)?.[1] ?? '',
  };
  const code = await createTotpCode(secret, api.runtime.now());
  assert.equal((await browser.submit(path, { ...state, code })).status, 303);
});

test('a locked login and too many codes name the minutes that are left', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 2 });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  for (let attempt = 0; attempt < 50; attempt++) {
    const rules = { at: api.runtime.now(), window: 3_600_000, limit: 50 };
    await api.store.signInFailures.attempt(`device:user:${api.user.id}`, rules);
  }
  await browser.visit('/login/device');
  api.runtime.clock.freeze(api.runtime.now() + 20 * 60_000);
  const device = await browser.submit('/login/device', { user_code: 'BBBB-BBBB' });
  assert.equal(device.status, 429);
  assert.match(device.text(), /role="alert">You have entered too many codes\. Try again in 40 minutes\./);

  const other = visitor(api);
  for (let attempt = 0; attempt < 2; attempt++) await other.signIn('mona', 'wrong');
  api.runtime.clock.freeze(api.runtime.now() + 60_000);
  for (const name of ['mona', 'mona@example.com']) {
    const locked = await other.signIn(name, 'correct-horse-1');
    assert.match(
      locked.text(),
      /exceeded\. Try again in 14 minutes\. An administrator can end the lock with/,
    );
  }
});

test('the security log links what still exists', async (t) => {
  const api = await serveApi(t);
  await api.store.applications.update(api.application.id, { ownerId: api.user.id });
  const { id } = await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, note: 'backup' });
  const event = { userId: api.user.id, address: '127.0.0.1', userAgent: null, at: api.runtime.now() };
  for (const [action, subject] of [
    ['oauth_access.create', 'backup'],
    ['oauth_access.create', 'gone'],
    ['oauth_access.destroy', 'backup'],
    ['oauth_application.update', 'Build Bot'],
  ] as const)
    await api.store.audit.addEvent({ ...event, action, subject });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const log = (await browser.visit('/settings/security-log')).text();
  assert.match(log, new RegExp(`A token was created</strong>: <a href="/settings/tokens/${id}">backup</a>`));
  assert.match(log, /A token was created<\/strong>: gone</);
  assert.match(log, /A token was deleted<\/strong>: backup</);
  assert.match(log, new RegExp(`: <a href="/settings/developers/${api.application.clientId}">Build Bot</a>`));
});
