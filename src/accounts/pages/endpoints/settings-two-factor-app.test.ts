import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';

const path = '/settings/two-factor/app';
const password = 'correct-horse-1';

async function openSetUp(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  const page = (await browser.visit(path)).text();
  const secret = secretIn(page);
  return { api, browser, page, secret, code: await createTotpCode(secret, api.runtime.now()) };
}

function secretIn(page: string): string {
  return /<code class="secret">([A-Z2-7]{32})<\/code>/.exec(page)?.[1] ?? '';
}

test('an app is set up with the secret of the page and its code, and is required from then on', async (t) => {
  const { api, browser, code } = await openSetUp(t);
  const response = await browser.follow(await browser.submit(path, { code, password }));
  assert.equal(response.status, 200);
  const codes = [...response.text().matchAll(/<li><code>([0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5})<\/code>/g)];
  assert.equal(codes.length, 10);
  assert.equal((await api.call('GET', '/user')).field('X-GitHub-OTP'), 'required; app');
  assert.equal((await api.call('GET', '/user', { fields: [['X-GitHub-OTP', code]] })).status, 200);

  const [[, recovery = ''] = []] = codes;
  for (const status of [303, 422]) {
    const other = visitor(api);
    assert.equal((await other.signIn('mona', password, recovery)).status, status);
  }
  assert.match(
    (await browser.visit('/settings/security')).text(),
    /Two-factor authentication is enabled\. [\s\S]*9 recovery codes are left/,
  );
});

test('the page shows a new secret each time, as a QR code, text and URI', async (t) => {
  const { browser, page, secret } = await openSetUp(t);
  assert.match(page, /<svg class="qr" role="img" aria-label="QR code[^"]*"/);
  assert.match(page, new RegExp(`otpauth://totp/Sparring:mona\\?issuer=Sparring&amp;secret=${secret}&amp;`));
  assert.notEqual(secretIn((await browser.visit(path)).text()), secret);
});

test('a wrong code enables nothing, and the secret stays the same for another attempt', async (t) => {
  const { api, browser, secret, code } = await openSetUp(t);
  for (const wrong of ['', 'abc', '٠٠٠٠٠٠', 'x'.repeat(5000), code === '000000' ? '000001' : '000000']) {
    const response = await browser.submit(path, { code: wrong, password });
    assert.equal(response.status, 422);
    assert.match(response.text(), /role="alert">This code is incorrect/);
    assert.equal(secretIn(response.text()), secret);
  }
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  assert.equal((await browser.submit(path, { code: typed, password })).status, 303);
});

test('a session alone enables nothing: the password is required, and failures count', async (t) => {
  const { api, browser, secret, code } = await openSetUp(t, { lockoutFailures: 3 });
  for (const [wrong, status] of [
    ['', 422],
    ['wrong', 422],
    ['wrong', 422],
    [password, 403],
  ] as const) {
    const response = await browser.submit(path, { code, password: wrong });
    assert.equal(response.status, status);
    assert.equal(secretIn(response.text()), secret);
  }
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
});

test('a secret of another page or session is rejected', async (t) => {
  const { api, browser, secret, code } = await openSetUp(t);
  const planted = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const response = await browser.submit(path, {
    secret: planted,
    code: await createTotpCode(planted, api.runtime.now()),
    password,
  });
  assert.equal(response.status, 422);
  assert.ok(!response.text().includes(planted));

  const other = visitor(api);
  await other.signIn('mona', password);
  const page = (await other.visit(path)).text();
  const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(page) ?? [];
  await browser.visit(path);
  assert.equal((await browser.submit(path, { secret: secretIn(page), proof, code, password })).status, 422);
  assert.equal((await browser.submit(path, { secret, proof: '', code, password })).status, 422);
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
});

test('two-factor authentication must be disabled before it is set up again', async (t) => {
  const { api, browser, code } = await openSetUp(t);
  await browser.submit(path, { code, password });
  const before = await api.store.users.byId(api.user.id);
  assert.equal((await browser.visit(path)).field('Location'), '/settings/security');
  await browser.visit('/settings/security');
  for (const each of [path, '/settings/two-factor/sms'])
    assert.equal(
      (await browser.submit(each, { code, phone: '+15550100' })).field('Location'),
      '/settings/security',
    );
  assert.deepEqual(await api.store.users.byId(api.user.id), before);
});

test('the code of the setup cannot be used again where codes work once', async (t) => {
  const { api, browser, code } = await openSetUp(t, { oneTimePasswordReuse: false });
  assert.equal((await browser.submit(path, { code, password })).status, 303);
  assert.equal((await api.call('GET', '/user', { fields: [['X-GitHub-OTP', code]] })).status, 401);
});

test('a forged form enables nothing', async (t) => {
  const { api, browser, code } = await openSetUp(t);
  assert.equal((await browser.submit(path, { code, password, form_token: 'forged' })).status, 403);
  assert.equal((await api.store.users.byId(api.user.id))?.twoFactor, null);
});
