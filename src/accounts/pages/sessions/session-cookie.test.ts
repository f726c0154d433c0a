import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { request, type WireResponse } from '#test/support/wire/wire.ts';

const PAGE = '/settings/tokens';
const garbage = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(64, '0'));

async function open(t: TestContext) {
  const api = await serveApi(t);
  await addUser(api, { login: 'mallory' });
  const secretOf = async (login: string) => {
    const browser = visitor(api);
    await browser.signIn(login, 'correct-horse-1');
    return browser.secret ?? '';
  };
  const ask = (cookie: string, path = PAGE) => api.send({ path, fields: [['Cookie', cookie]] });
  const loginOf = (response: WireResponse) => /aria-label="Signed in as (\w+)"/.exec(response.text())?.[1];
  return { api, secretOf, ask, loginOf };
}

function named(...values: readonly string[]): string {
  return values.map((value) => `sparring_session=${value}`).join('; ');
}

function setCookies(response: WireResponse): string[] {
  return response.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);
}

describe('the session cookie', () => {
  it('is compared byte by byte: other cookies cannot hide it with quotes, escapes or similar names', async (t) => {
    const { secretOf, ask, loginOf } = await open(t);
    const cookie = named(await secretOf('mona'));
    for (const line of [
      `a="x; ${cookie}`,
      `a="x; ${cookie}; b="`,
      `a="x\\"; ${cookie}; b="y"`,
      `"; ${cookie}; "`,
      `a; ${cookie}`,
      `=; ${cookie};;`,
      `sparring_session; sparring_sessionx=1; ${cookie}`,
      `Sparring_Session=${'0'.repeat(64)}; ${cookie}`,
      `a=\u00ff; ${cookie}`,
      `  ${cookie}  ;x`,
    ])
      assert.equal(loginOf(await ask(line)), 'mona', line);
    for (const line of [`a=${cookie}`, cookie.replace('=', ' ='), cookie.replace('=', '="'), `${cookie}"`])
      assert.equal((await ask(line)).status, 302, line);
  });

  it('is found among other cookies of its name', async (t) => {
    const { secretOf, ask, loginOf } = await open(t);
    const secret = await secretOf('mona');
    for (const values of [
      ['x', secret],
      [secret, 'x'.repeat(64)],
      [...garbage(7), secret],
      [secret, ...garbage(300)],
      [secret, secret, secret],
    ])
      assert.equal(loginOf(await ask(named(...values))), 'mona', `${values.length}`);
  });

  it('is ignored if it is sent for two sessions, and signing in ends both', async (t) => {
    const { api, secretOf, ask } = await open(t);
    const [own, planted] = [await secretOf('mona'), await secretOf('mallory')];
    for (const values of [
      [planted, own],
      [own, planted],
    ]) {
      const response = await ask(named(...values));
      assert.deepEqual([response.status, setCookies(response)], [302, []]);
    }

    const cookie = ['Cookie', named(planted, own)] as const;
    const page = await api.send({ path: '/login', fields: [cookie] });
    const token = /name="form_token" value="([^"]*)"/.exec(page.text())?.[1] ?? '';
    const body = new URLSearchParams({ login: 'mona', password: 'correct-horse-1', form_token: token });
    const signedIn = await api.send({
      method: 'POST',
      path: '/login',
      fields: [cookie],
      body: body.toString(),
    });
    assert.equal(signedIn.status, 303, signedIn.text());
    for (const secret of [own, planted]) assert.equal((await ask(named(secret))).status, 302);
    const fresh = /=([0-9a-f]{64});/.exec(setCookies(signedIn)[0] ?? '')?.[1] ?? '';
    assert.equal((await ask(named(planted, fresh))).status, 200);
  });

  it('has a name over https that a page over http cannot set, and other names are ignored', async (t) => {
    const api = await serveApi(t, { tls: true });
    const ca = readFileSync(api.caPath ?? '', 'utf8');
    const send: typeof api.send = (wanted) => request(api.port, wanted, ca);
    const browser = visitor({ ...api, send }, `https://127.0.0.1:${api.port}`);
    const response = await browser.signIn('mona', 'correct-horse-1');
    const lines = setCookies(response);
    assert.equal(lines.length, 4);
    for (const line of lines)
      assert.match(
        line,
        /^__Secure-sparring_session=[0-9a-f]{64}; Max-Age=\d+; Secure; HttpOnly; Path=\/\w+; SameSite=Lax$/,
      );
    assert.equal((await browser.visit(PAGE)).status, 200);
    const [, secret = ''] = /=([0-9a-f]{64});/.exec(lines[0] ?? '') ?? [];
    for (const [name, status] of [
      ['__Secure-sparring_session', 200],
      ['sparring_session', 302],
      ['__Host-sparring_session', 302],
    ] as const) {
      const page = await send({ path: PAGE, fields: [['Cookie', `${name}=${secret}`]] });
      assert.equal(page.status, status, name);
    }

    const proxied = await serveApi(t, { trustedProxies: ['127.0.0.0/8'] });
    const fields = [['X-Forwarded-Proto', 'https']] as const;
    const [first = ''] = setCookies(await proxied.send({ path: '/login', fields }));
    assert.match(first, /^__Secure-sparring_session=[0-9a-f]{64}; Secure; /);
    assert.match(
      setCookies(await proxied.get('/login'))[0] ?? '',
      /^sparring_session=[0-9a-f]{64}; HttpOnly; /,
    );
  });
});

describe('every page about accounts', () => {
  it('is sent with nosniff, and protected from frames and other origins, like every error', async (t) => {
    const { api, secretOf } = await open(t);
    const cookie = ['Cookie', named(await secretOf('mona'))] as const;
    for (const [method, path] of [
      ['GET', '/login'],
      ['GET', '/login/two-factor'],
      ['GET', '/login/device'],
      ['GET', '/settings'],
      ['GET', PAGE],
      ['GET', '/settings/tokens/99'],
      ['GET', '/login/oauth/authorize?client_id=unknown'],
      ['POST', PAGE],
      ['PUT', PAGE],
      ['OPTIONS', PAGE],
      ['POST', '/login/oauth/access_token'],
      ['POST', '/login/device/code'],
    ] as const) {
      for (const fields of [[], [cookie]]) {
        const response = await api.send({ method, path, fields });
        assert.equal(response.field('X-Content-Type-Options'), 'nosniff', `${method} ${path}`);
        assert.equal(response.field('X-Frame-Options'), 'deny', `${method} ${path}`);
        assert.equal(response.field('Cross-Origin-Resource-Policy'), 'same-origin', `${method} ${path}`);
        // A client may open the web flow in a window, whose last page needs its opener.
        const isInWebFlow = /^\/login(?:\/two-factor|\/oauth\/authorize)?(?:\?|$)/.test(path);
        const isolation = isInWebFlow ? undefined : 'same-origin';
        assert.equal(response.field('Cross-Origin-Opener-Policy'), isolation, `${method} ${path}`);
      }
    }
  });
});
