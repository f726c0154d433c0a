import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { serve } from '#test/support/servers/serve.ts';
import { request, type WireRequest } from '#test/support/wire/wire.ts';
import { createTotpCode } from '../../domain/sign-in/totp.ts';

const password = 'correct-horse-1';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const twoFactor = { method: 'app', secret } as const;
const MINUTE = 60_000;

const pages = [
  '/settings/applications',
  '/settings/tokens',
  '/settings/tokens/new',
  '/settings/developers',
  '/settings/security',
  '/settings/security-log',
  '/settings/two-factor/app',
  '/login/device',
  '/login/oauth/authorize?client_id=0123456789abcdef0123',
];

const forms = [
  '/settings/applications',
  '/settings/tokens',
  '/settings/tokens/new',
  '/settings/security',
  '/settings/two-factor',
  '/settings/two-factor/app',
  '/settings/two-factor/sms',
  '/login/device',
  '/login/oauth/authorize',
];

describe('a session with the password step alone', () => {
  test('gives no access to pages that require sign-in, nor to their forms', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const browser = visitor(api);
    await browser.follow(await browser.signIn('mona', password));
    for (const path of pages) {
      const response = await browser.visit(path);
      assert.equal(response.status, 302, path);
      assert.match(response.field('Location') ?? '', /^\/login\?return_to=/);
    }
    for (const path of forms) {
      const sent = await browser.submit(path, { note: 'n', decision: 'authorize', action: 'disable' });
      assert.deepEqual([sent.status, sent.field('Location')], [303, '/login'], path);
    }
    await browser.visit('/login/two-factor');
    const code = await createTotpCode(secret, api.runtime.now());
    assert.equal((await browser.submit('/login/two-factor', { code })).status, 303);
    assert.equal((await browser.visit('/settings/security')).status, 200);
  });

  test('expires after ten minutes, also with requests', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const browser = visitor(api);
    await browser.follow(await browser.signIn('mona', password));
    api.runtime.clock.advance(5 * MINUTE);
    assert.equal((await browser.visit('/login/two-factor')).status, 200);
    api.runtime.clock.advance(5 * MINUTE - 1);
    assert.equal((await browser.visit('/login/two-factor')).status, 200);
    api.runtime.clock.advance(1);
    const code = await createTotpCode(secret, api.runtime.now());
    const late = await browser.submit('/login/two-factor', { code });
    assert.deepEqual([late.status, late.field('Location')], [303, '/login']);
    assert.equal((await browser.visit('/settings/security')).status, 302);
  });

  test('ends if its user is suspended before the code is checked', async (t) => {
    const api = await serveApi(t, {}, { twoFactor });
    const browser = visitor(api);
    await browser.follow(await browser.signIn('mona', password));
    await api.store.users.update(api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
    const code = await createTotpCode(secret, api.runtime.now());
    const response = await browser.submit('/login/two-factor', { code });
    assert.deepEqual([response.status, response.field('Location')], [303, '/login']);
    await api.store.users.update(api.user.id, { suspendedAt: null });
    assert.equal((await browser.visit('/settings/security')).status, 302);
  });
});

describe('a session', () => {
  test('expires after eight hours without a request, or after the configured time', async (t) => {
    for (const [sessionIdleTimeout, idle] of [
      [undefined, 8 * 60 * MINUTE],
      [30 * MINUTE, 30 * MINUTE],
    ] as const) {
      const api = await serveApi(t, sessionIdleTimeout === undefined ? {} : { sessionIdleTimeout });
      const browser = visitor(api);
      await browser.signIn('mona', password);
      for (let used = 0; used < 2; used++) {
        api.runtime.clock.advance(idle - 1);
        assert.equal((await browser.visit('/settings/security')).status, 200);
      }
      api.runtime.clock.advance(idle);
      assert.equal((await browser.visit('/settings/security')).status, 302);
    }
  });
});

describe('the cookie of a session', () => {
  const secure = (fields: readonly (readonly [string, string])[]) =>
    fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => /; Secure(?:;|$)/.test(value));
  const yes = [true, true, true, true];
  const no = [false, false, false, false];

  test('is secure over TLS, from the first page', async (t) => {
    const server = await serve(t, { tls: true });
    await addUser(server);
    const ca = readFileSync(server.caPath ?? '', 'utf8');
    const send = (wanted: WireRequest) => request(server.port, wanted, ca);
    const page = await send({ path: '/login' });
    assert.deepEqual(secure(page.fields), yes);
    const browser = visitor({ send, port: server.port });
    await browser.visit('/login');
    const origin = [['Origin', `https://127.0.0.1:${server.port}`]] as const;
    const response = await browser.submit('/login', { login: 'mona', password }, origin);
    assert.equal(response.status, 303);
    assert.deepEqual(secure(response.fields), yes);
    await browser.visit('/settings/security');
    const out = await browser.submit('/logout', {}, origin);
    assert.deepEqual(secure(out.fields), yes);
  });

  test('is secure if a trusted proxy reports https, and not otherwise', async (t) => {
    const forwarded = [['X-Forwarded-Proto', 'https']] as const;
    const trusting = await serve(t, { trustedProxies: ['127.0.0.1'] });
    assert.deepEqual(secure((await trusting.get('/login', forwarded)).fields), yes);
    assert.deepEqual(secure((await trusting.get('/login')).fields), no);
    const other = await serve(t);
    assert.deepEqual(secure((await other.get('/login', forwarded)).fields), no);
  });
});

describe('the consent page', () => {
  test('sends no code if the user or the application is suspended, or the address unverified, meanwhile', async (t) => {
    for (const [change, expected] of [
      [{ user: { suspendedAt: '2026-03-01T12:00:00Z' } }, [303, '/login']],
      [{ user: { emailVerified: false } }, [422, undefined]],
      [
        { application: { isSuspended: true } },
        [303, 'https://buildbot.example/?error=application_suspended'],
      ],
    ] as const) {
      const api = await serveApi(t);
      const { store, user, application } = api;
      await store.applications.update(application.id, { callbackUrl: 'https://buildbot.example/' });
      const browser = visitor(api);
      await browser.signIn('mona', password);
      const page = await browser.visit('/login/oauth/authorize?client_id=0123456789abcdef0123&scope=repo');
      assert.equal(page.status, 200);
      if ('user' in change) await store.users.update(user.id, change.user);
      else await store.applications.update(application.id, change.application);
      const response = await browser.submit('/login/oauth/authorize', {
        decision: 'authorize',
        scope: ['repo'],
      });
      const [location] = (response.field('Location') ?? '').split('&');
      assert.deepEqual([response.status, location || undefined], expected);
      assert.deepEqual((await store.readAll()).tables.authorization_codes, []);
    }
  });
});
