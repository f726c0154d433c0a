import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEME_ELEMENT } from '#pages/document.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const password = 'correct-horse-1';

test('signing in starts a session with cookies for the account pages only', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  const response = await browser.signIn('mona', password);
  assert.equal(response.status, 303);
  assert.equal(response.field('Location'), '/settings/applications');
  const cookies = response.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);
  assert.deepEqual(
    cookies.map((cookie) => cookie.replace(/=[0-9a-f]{64};/, '=…;')),
    ['/login', '/logout', '/settings', '/orgs'].map(
      (path) => `sparring_session=…; Max-Age=1209600; HttpOnly; Path=${path}; SameSite=Lax`,
    ),
  );
});

test('an e-mail address signs in, and a wrong password with it is in the log of its user', async (t) => {
  const api = await serveApi(t);
  const failed = await visitor(api).signIn('mona@example.com', 'wrong');
  assert.equal(failed.status, 422);
  const browser = visitor(api);
  assert.equal((await browser.signIn('Mona@Example.com', password)).status, 303);
  assert.match((await browser.visit('/settings/security-log')).text(), /wrong password/);
});

test('the store contains the digest of the session secret only, and signing out deletes it', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  const snapshot = JSON.stringify(await api.store.readAll());
  assert.ok(browser.secret && !snapshot.includes(browser.secret));
  await browser.visit('/login/device');
  const [stolen] = [browser.secret];
  assert.equal((await browser.submit('/logout', {})).status, 303);
  const response = await api.get('/login/device', [['Cookie', `sparring_session=${stolen}`]]);
  assert.equal(response.status, 302);
});

test('a wrong password and an unknown login get the same error', async (t) => {
  const api = await serveApi(t);
  const pages = [];
  for (const login of ['mona', 'nobody']) {
    const browser = visitor(api);
    const response = await browser.signIn(login, 'wrong');
    assert.equal(response.status, 422);
    assert.match(
      response.text(),
      /role="alert">Incorrect login or password\. A login is locked for 15 minutes after 10 failed attempts\.</,
    );
    assert.equal((await browser.visit('/login/device')).status, 302);
    pages.push(
      response
        .text()
        .replaceAll(login, '')
        .replace(/value="[^"]*"/g, ''),
    );
  }
  assert.equal(pages[0], pages[1]);
});

test('the sign-in page names no account', async (t) => {
  const api = await serveApi(t);
  const page = (await api.get('/login')).text();
  assert.match(page, /The accounts of this server are in/);
  assert.ok(!page.includes(api.user.login));
});

test('without a lock, its rule is not named', async (t) => {
  const page = (await visitor(await serveApi(t, { lockoutFailures: 0 })).signIn('mona', 'wrong')).text();
  assert.match(page, /role="alert">Incorrect login or password\.</);
});

test('signing out to use another account leads back to the page, if it is an account page', async (t) => {
  const api = await serveApi(t);
  for (const [returnTo, location] of [
    ['/login/device?user_code=WDJB-MJHT', '/login?return_to=%2Flogin%2Fdevice%3Fuser_code%3DWDJB-MJHT'],
    ['//evil.example/', '/login?return_to=%2Fsettings%2Fapplications'],
    ['/redirect-to?url=https://evil.example', '/login?return_to=%2Fsettings%2Fapplications'],
    ['', '/login'],
  ] as const) {
    const browser = visitor(api);
    await browser.signIn('mona', password);
    const page = (await browser.visit('/login/device?user_code=WDJB-MJHT')).text();
    assert.match(page, /name="return_to" value="\/login\/device\?user_code=WDJB-MJHT"/);
    const response = await browser.submit('/logout', { return_to: returnTo });
    assert.equal(response.field('Location'), location);
    assert.equal(
      response.field('Cross-Origin-Opener-Policy'),
      undefined,
      'a window of the flow keeps its opener',
    );
  }
});

test('the first empty field has the focus', async (t) => {
  const api = await serveApi(t);
  const focused = (page: string) => /<input name="(\w+)"[^>]* autofocus/.exec(page)?.[1];
  assert.equal(focused((await api.get('/login')).text()), 'login');
  assert.equal(focused((await api.get('/login?login=mona')).text()), 'password');
  assert.equal(focused((await visitor(api).signIn('mona', 'wrong')).text()), 'password');
});

test('failures on the page count toward the lockout of the API, and vice versa', async (t) => {
  const api = await serveApi(t, { lockoutFailures: 3 });
  const browser = visitor(api);
  for (let failures = 0; failures < 3; failures++) await browser.signIn('mona', 'wrong');
  assert.equal((await api.call('GET', '/user')).status, 403);
  const response = await browser.signIn('mona', password);
  assert.equal(response.status, 403);
  assert.match(response.text(), /Maximum number of login attempts exceeded/);
});

test('sign-in redirects to account pages only', async (t) => {
  const api = await serveApi(t);
  const on = async (path: string) => {
    const browser = visitor(api);
    await browser.visit(`/login?return_to=${encodeURIComponent(path)}`);
    return (await browser.submit('/login', { login: 'mona', password })).field('Location');
  };
  for (const path of ['/settings/tokens', '/login/device?user_code=WDJB-MJHT', '/orgs/acme/sso?x=1'])
    assert.equal(await on(path), path);
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/redirect-to?url=//evil.example',
    '/settings\t/x',
    '/settings@evil.example',
    '/settingsx',
    '/login/../redirect-to',
    '',
    'settings',
    '/login/oauth/authorize/../../../redirect-to?url=x',
    '/settings/%2e%2e/redirect-to?url=x',
  ])
    assert.equal(await on(path), '/settings/applications', path);
});

test('a form from another origin, or without its token, starts no session', async (t) => {
  const api = await serveApi(t);
  for (const fields of [
    [['Origin', 'https://evil.example']],
    [['Origin', 'null']],
    [['Sec-Fetch-Site', 'cross-site']],
    [['Sec-Fetch-Site', 'same-site']],
  ] as const) {
    const browser = visitor(api);
    await browser.visit('/login');
    const response = await browser.submit('/login', { login: 'mona', password }, fields);
    assert.equal(response.status, 403, String(fields));
    assert.equal(response.field('Set-Cookie'), undefined);
  }
  const browser = visitor(api);
  await browser.visit('/login');
  assert.equal((await browser.submit('/login', { login: 'mona', password, form_token: 'x' })).status, 403);
  const stranger = await api.send({
    method: 'POST',
    path: '/login',
    body: `login=mona&password=${password}`,
  });
  assert.equal(stranger.status, 403);
});

test('a session from before sign-in is invalid after it', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.visit('/login');
  const planted = browser.secret;
  await browser.submit('/login', { login: 'mona', password });
  assert.notEqual(browser.secret, planted);
  const response = await api.get('/login/device', [['Cookie', `sparring_session=${planted}`]]);
  assert.equal(response.status, 302);
});

test('a session expires after fourteen days by the clock of the server', async (t) => {
  const api = await serveApi(t, { sessionIdleTimeout: 0 });
  const browser = visitor(api);
  await browser.signIn('mona', password);
  api.runtime.clock.advance(14 * 24 * 60 * 60 * 1000 - 1);
  assert.equal((await browser.visit('/login/device')).status, 200);
  api.runtime.clock.advance(1);
  assert.equal((await browser.visit('/login/device')).status, 302);
});

test('input that a page repeats is escaped', async (t) => {
  const api = await serveApi(t);
  const response = await api.get('/login?login=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  assert.ok(!response.text().replace(THEME_ELEMENT, '').includes('<script'));
  assert.match(response.field('Content-Security-Policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
});

test('forms of arbitrary bytes are rejected with a page', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.visit('/login');
  const NO_TEXT = /The form contains invalid characters/;
  for (const login of ['\0', 'a\0b', '\ud800']) {
    const response = await browser.submit('/login', { login, password: 'p' });
    assert.equal(response.status, 422, login);
    assert.match(response.text(), NO_TEXT);
  }
  for (const login of ['x'.repeat(100_000), '🙂']) {
    const response = await browser.submit('/login', { login, password: 'p' });
    assert.equal(response.status, 422, login.slice(0, 5));
    assert.match(response.text(), /Incorrect login or password/);
  }
});

test('a form with invalid UTF-8 in a name or value is rejected, escaped or not', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  const page = await browser.visit('/login');
  const token = /name="form_token" value="([^"]*)"/.exec(page.text())?.[1] ?? '';
  const send = (fields: string) =>
    api.send({
      method: 'POST',
      path: '/login',
      fields: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Cookie', `sparring_session=${browser.secret}`],
      ],
      body: Buffer.from(`form_token=${encodeURIComponent(token)}&${fields}`, 'latin1'),
    });
  for (const fields of [
    'login=mona&password=%FF',
    'login=mona&password=\xff',
    'login=m%C3&password=correct-horse-1',
    'login=mona&password=correct-horse-1&%80=x',
    'login=mona&password=correct-horse-1&other=%ED%A0%80',
  ]) {
    const response = await send(fields);
    assert.equal(response.status, 422, fields);
    assert.match(response.text(), /The form contains invalid characters/, fields);
  }
  assert.equal((await send('login=mona&password=correct-horse-1&other=%C3%BC')).status, 303);
  assert.equal((await send('login=mona&password=correct-horse-1&other=\xc3\xbc')).status, 303);
});

test('a suspended user cannot sign in, and loses an existing session', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  await api.store.users.update(api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
  assert.equal((await browser.visit('/login/device')).status, 302);
  const response = await browser.signIn('mona', password);
  assert.equal(response.status, 403);
  assert.match(response.text(), /This account is suspended/);
});
