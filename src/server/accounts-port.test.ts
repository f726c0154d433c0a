import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { formatBanner } from '#cli/control/banner.ts';
import { defaultServerSettings } from '#config/settings/settings.ts';
import { start } from '#library/index.ts';
import { createRuntime } from '#runtime.ts';
import { basic, members, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request, type WireRequest } from '#test/support/wire/wire.ts';
import type { ServerOptions } from './server.ts';

/** A server with a user and an application, and a client of its accounts port. */
async function serveApart(t: TestContext, options: Partial<ServerOptions> = {}) {
  const api = await serveApi(t, { accountsPort: 0, ...options });
  const { accountsPort } = api;
  assert.notEqual(accountsPort, api.port);
  const send = (wanted: WireRequest) => request(accountsPort, wanted);
  const fields = [...basic('mona:correct-horse-1'), ['User-Agent', 'test']] as const;
  return {
    ...api,
    accounts: { port: accountsPort, send, get: (path: string) => send({ path, fields }) },
    origin: `http://127.0.0.1:${accountsPort}`,
  };
}

const API_PATHS = ['/api/v3', '/api/v3/user', '/api/v3/nowhere', '/api/graphql'];
const PAGE_PATHS = [
  '/login',
  '/login/oauth/access_token',
  '/logout',
  '/settings',
  '/settings/x',
  '/orgs/a/sso',
];
const MAIN_PATHS = ['/get', '/anything/login', '/status/204', '/docs', '/openapi.json', '/_sparring', '/'];

/** The page of `GET /user`. */
const USER_PAGE = '/docs/endpoints/get-api-v3-user';

describe('the accounts port', () => {
  it('serves the API and the pages, and the main port serves the other services', async (t) => {
    const { accounts, get } = await serveApart(t);
    for (const path of ['/api/v3', '/api/v3/user', '/login', '/settings'])
      assert.match(String((await accounts.get(path)).status), /^(?:200|303)$/, path);
    for (const path of MAIN_PATHS) assert.match(String((await get(path)).status), /^20[04]$/, path);
  });

  it('is named in the errors of the main port, in the formats of the API and the pages, for every method', async (t) => {
    const { send, origin } = await serveApart(t);
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      for (const path of API_PATHS) {
        const response = await send({ method, path, fields: basic('mona:correct-horse-1') });
        assert.equal(response.status, 404, path);
        assert.ok(String(members(response).message).endsWith(`: ${origin}/api/v3`), response.text());
        assert.equal(response.field('Set-Cookie'), undefined);
      }
      for (const path of PAGE_PATHS) {
        const response = await send({ method, path });
        assert.equal(response.status, 404, path);
        assert.ok(
          response.text().includes(`<a class="btn" href="${origin}/settings">Go to this address</a>`),
          path,
        );
        assert.equal(response.field('Set-Cookie'), undefined);
      }
    }
  });

  it('redirects from its root to the settings, and names the main port in errors for other services', async (t) => {
    const { accounts, port } = await serveApart(t);
    const root = await accounts.get('/');
    assert.deepEqual([root.status, root.field('Location')], [303, '/settings']);
    for (const path of MAIN_PATHS.filter((each) => each !== '/' && each !== '/_sparring')) {
      const response = await accounts.get(path);
      assert.equal(response.status, 404, path);
      assert.ok(response.text().includes(`<a class="btn" href="http://127.0.0.1:${port}/">`), path);
    }
    const control = await accounts.get('/_sparring/clock');
    assert.deepEqual([control.status, control.field('Content-Type')], [404, 'application/problem+json']);
    assert.match(control.text(), new RegExp(`http://127\\.0\\.0\\.1:${port}/_sparring`));
  });

  it('is in the URLs of responses, and is the only accepted origin of forms', async (t) => {
    const { accounts, origin, url, application } = await serveApart(t);
    assert.equal(members(await accounts.get('/api/v3/user')).url, `${origin}/api/v3/users/mona`);
    const device = await accounts.send({
      method: 'POST',
      path: '/login/device/code',
      fields: [['Accept', 'application/json']],
      body: `client_id=${application.clientId}`,
    });
    assert.equal(members(device).verification_uri, `${origin}/login/device`);

    const browser = visitor(accounts);
    assert.equal((await browser.signIn('mona', 'correct-horse-1')).status, 303);
    await browser.visit('/settings/tokens/new');
    for (const fields of [[['Origin', url]], [['Sec-Fetch-Site', 'same-site']]] as const)
      assert.equal((await browser.submit('/settings/tokens/new', { note: 'n' }, fields)).status, 403);
    const made = await browser.submit('/settings/tokens/new', { note: 'n' });
    assert.match((await browser.follow(made)).text(), /is ready\.<\/strong> Copy it now/);
  });

  it('has the protocols and limits of the main port', async (t) => {
    const tls = await serve(t, { accountsPort: 0, tls: true });
    assert.match(tls.accountsUrl, /^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = readFileSync(tls.caPath ?? '', 'utf8');
    const fields = [['User-Agent', 'test']] as const;
    assert.equal((await requestHttp2(tls.accountsUrl, { path: '/api/v3', fields }, { ca })).status, 200);
    const h2c = await serve(t, { accountsPort: 0, h2c: true });
    assert.equal((await requestHttp2(h2c.accountsUrl, { path: '/api/v3', fields })).status, 200);

    const { accounts } = await serveApart(t, { maxBodySize: 100 });
    const large = await accounts.send({ method: 'POST', path: '/login', body: 'x'.repeat(101) });
    assert.equal(large.status, 413);
    const evil = [['Host', 'evil.example']] as const;
    for (const path of ['/api/v3', '/settings', '/', '/nowhere'])
      assert.equal((await accounts.send({ path, fields: evil })).status, 421, path);
  });

  it('shares the limit of concurrent requests of one address with the main port', async (t) => {
    const { accounts, get } = await serveApart(t, { maxConcurrency: 1, runtime: createRuntime() });
    const slow = get('/delay/1');
    while ((await get('/get')).status !== 429);
    const responses = await Promise.all([accounts.get('/settings'), accounts.get('/api/v3/user')]);
    assert.ok(
      responses.every(({ status }) => status === 429),
      String(responses.map(({ status }) => status)),
    );
    assert.equal((await slow).status, 200);
  });

  it('is in the lines, links and descriptions of the documentation', async (t) => {
    const { get, origin, url, accountsUrl } = await serveApart(t);
    assert.equal(accountsUrl, origin);
    for (const path of ['/', '/llms.txt', USER_PAGE]) {
      const text = (await get(path)).text();
      assert.ok(text.includes(`${origin}${path === '/' ? '/api/v3/' : '/api/v3/user'}`), path);
      assert.ok(!text.includes(`${url}/api/v3`), path);
      assert.ok(path === USER_PAGE || text.includes(`${url}/get`), path);
    }
    assert.ok((await get('/docs/endpoints/get-get')).text().includes(`${url}/get`));
    assert.ok((await get('/')).text().includes(`href="${origin}/settings"`));
    const serverOf = async (name: string) => members(await get(`/docs/${name}/openapi.json`)).servers;
    assert.deepEqual(await serverOf('api'), [{ url: origin }]);
    assert.deepEqual(await serverOf('accounts'), [{ url: origin }]);
    assert.deepEqual(await serverOf('testing'), [{ url: '/' }]);
    const based = await serve(t, { accountsPort: 0, baseUrl: 'https://ghe.example' });
    assert.ok((await based.get(USER_PAGE)).text().includes('https://ghe.example/api/v3/user'));
  });

  it('permits headers for one origin on the main port, and no cookie that the accounts port receives', async (t) => {
    const { get } = await serveApart(t);
    for (const name of ['Strict-Transport-Security', 'NEL', 'Report-To', 'Alt-Svc', 'Service-Worker-Allowed'])
      assert.equal((await get(`/response-headers?${name}=x`)).field(name), 'x');
    // Cookies apply to a host with all ports (RFC 6265 §8.5), like this header.
    assert.equal((await get('/response-headers?Clear-Site-Data=x')).status, 403);
    for (const cookie of ['a=1; Path=/settings', 'sparring_session=1', '__Secure-sparring_session=1'])
      assert.equal((await get(`/response-headers?Set-Cookie=${encodeURIComponent(cookie)}`)).status, 403);
  });

  it('opens together with the main port or not at all, and both are closed', async (t) => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    t.after(() => blocker.close());
    const address = blocker.address();
    assert.ok(address !== null && typeof address === 'object');
    await assert.rejects(serve(t, { accountsPort: address.port }), { code: 'EADDRINUSE' });
    await assert.rejects(serve(t, { accountsPort: 0, port: address.port }), { code: 'EADDRINUSE' });

    await assert.rejects(serve(t, { port: 8099, accountsPort: 8099 }), {
      message: 'The API and the pages cannot have a port of their own that is the main port too.',
    });
    const { port } = address;
    await assert.rejects(start({ accountsPort: port }), {
      message: `Port ${port} on 127.0.0.1 is already in use; choose another with accountsPort, or any free one with accountsPort 0.`,
    });

    const server = await start({ accountsPort: 0 });
    const { url, accountsUrl } = server;
    assert.notEqual(url, accountsUrl);
    assert.equal((await fetch(`${accountsUrl}/login`)).status, 200);
    await server.close();
    for (const each of [url, accountsUrl]) await assert.rejects(fetch(each));
  });

  it('is in the output of the start', async (t) => {
    const server = await serveApart(t);
    const starter = { login: 'mona', password: 'p', clientId: 'c', clientSecret: 's' };
    const settings = defaultServerSettings();
    const facts = {
      server,
      settings,
      database: 'memory',
      isDatabaseNew: false,
      isDatabaseTyped: false,
      isTokenNew: false,
      starter,
      userCount: 1,
      workers: 1,
    };
    const banner = formatBanner({ ...facts, command: 'sparring' }, { bold: (text) => text });
    const { url, accountsUrl } = server;
    for (const [label, address] of [
      ['Testing service', `${url}/`],
      ['Authorizations', `${accountsUrl}/api/v3`],
      ['Settings pages', `${accountsUrl}/settings`],
      ['Control API', `${url}/_sparring`],
      ['Inspector', `${url}/_sparring/inspector`],
      ['Docs', `${url}/docs`],
    ])
      assert.match(banner, new RegExp(`^ +${label} +${address}$`, 'm'));
    assert.match(banner, new RegExp(`curl -u mona:p ${accountsUrl}/api/v3/user`));
  });

  it('is the main port by default', async () => {
    await using server = await start();
    assert.equal(server.accountsUrl, server.url);
    assert.equal((await fetch(`${server.url}/login`)).status, 200);
  });
});
