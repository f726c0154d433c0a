import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { MAX_COOKIES, reachesAccounts } from './accounts-origin.ts';

const ORIGIN_HEADERS = [
  'Clear-Site-Data',
  'Strict-Transport-Security',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Alt-Svc',
  'Service-Worker-Allowed',
];

/** Attributes with which a browser would send a cookie to a page about accounts. */
const ACCOUNT_PATHS = [
  'a=1; Path=/settings',
  'a=1; Path=/settings/',
  'a=1; Path=/settings/security',
  'a=1; path=/login',
  'a=1;PATH=/logout;',
  'a=1; Path = /orgs/acme',
  'a=1;\tPath\t=\t/settings',
  'a=1; Path=/api/v3',
  'a=1; Path=/api/v3/user',
  'a=1; Path=/api',
  'a=1; Path=/api/graphql',
  'a=1; Path=/_sparring',
  'a=1; Path=/get; Path=/settings',
  'a=1; Path=/settings; Path=/get',
  'a="x; Path=/settings/security"',
  'a="x; Path=/settings/security',
  'a="x; Path=/settings; b="',
  'a=1; Path="/settings"',
  'a=1; Path=/%73ettings',
  'a=1; Path=/get/../settings',
  'a=1; Path=/get/%2e%2e/settings',
  'a=1; Path=\\settings',
  'a, b=1; Path=/settings, c=2',
];

const OTHER_PATHS = [
  'a=1',
  'a=1; Path=/',
  'a=1; Path=',
  'a=1; Path',
  'a=1; Path=settings',
  'a=1; Path=/settings2',
  'a=1; Path=/Settings',
  'a=1; Path=/get/settings',
  'a=1; Path=/apiary',
  'a=1; X-Path=/settings',
  'a=Path=/settings',
  'Path=/settings',
];

const setCookies = (response: WireResponse) =>
  response.fields.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);

describe('a response on the origin of the account pages', () => {
  it('has no headers that affect the whole origin', async (t) => {
    const server = await serve(t);
    for (const name of [...ORIGIN_HEADERS, ...ORIGIN_HEADERS.map((each) => each.toLowerCase())]) {
      for (const path of [
        `/response-headers?X-A=1&${name}=x`,
        `/compose?header=${name}:+x`,
        `/compose/header=${name}:%20x`,
        `/compose?body=a&trailer=${name}:+x`,
        `/trailers?${name}=x`,
      ]) {
        const response = await server.get(path);
        assert.equal(response.status, 403, path);
        assert.match(response.text(), new RegExp(`${name} .* origin, .* --allow-origin-headers`), path);
        assert.equal(response.field(name), undefined, path);
        assert.equal(response.field('Trailer'), undefined, path);
      }
      const posted = await server.send({ method: 'POST', path: `/response-headers?${name}=x` });
      assert.equal(posted.status, 403, name);
    }
  });

  it('has none of these headers over HTTP/2', async (t) => {
    const server = await serve(t, { h2c: true });
    for (const name of ORIGIN_HEADERS) {
      const { status, headers } = await requestHttp2(server.url, { path: `/response-headers?${name}=x` });
      assert.equal(status, 403, name);
      assert.equal(headers[name.toLowerCase()], undefined);
    }
  });

  it('sets no cookie that browsers send to the account pages', async (t) => {
    const server = await serve(t);
    for (const line of ACCOUNT_PATHS) {
      const written = encodeURIComponent(line);
      for (const path of [
        `/response-headers?Set-Cookie=${written}`,
        `/response-headers?X-A=1&set-cookie=b%3D1&set-cookie=${written}`,
        `/compose?header=${encodeURIComponent('Set-Cookie: ')}${written}`,
        `/compose/header=SET-COOKIE:${written}/end`,
      ]) {
        const response = await server.get(path);
        assert.equal(response.status, 403, `${line} at ${path}`);
        assert.match(response.text(), /--allow-origin-headers/);
        assert.deepEqual(setCookies(response), [], line);
      }
    }
    for (const path of [
      '/cookies/set?a=1&attr%5BPath%5D=/settings',
      '/cookies/set?a=1&ATTR%5BPATH%5D=/api/v3',
      '/compose?cookie=a%3D1;+Path%3D/orgs/acme',
      '/compose/cookie=a=1;%20path=%2Flogin/end/settings',
    ]) {
      const response = await server.get(path);
      assert.equal(response.status, 403, path);
      assert.deepEqual(setCookies(response), []);
    }
  });

  it('sets other cookies', async (t) => {
    const server = await serve(t);
    for (const line of OTHER_PATHS) {
      const response = await server.get(`/response-headers?Set-Cookie=${encodeURIComponent(line)}`);
      assert.equal(response.status, 200, line);
      assert.deepEqual(setCookies(response), [line]);
    }
    assert.deepEqual(setCookies(await server.get('/cookies/set?a=1&attr%5BPath%5D=/get')), [
      'a=1; Path=/get',
    ]);
    // A semicolon in a value that this server quotes does not start an attribute.
    const quoted = await server.get('/cookies/set?a=x%3B%20Path=/settings');
    assert.deepEqual(setCookies(quoted), ['a="x\\073 Path=/settings"; Path=/']);
  });

  it('limits cookies in number and size, so that browsers keep the session cookie', async (t) => {
    const server = await serve(t);
    const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
    const query = (count: number) =>
      names(count)
        .map((name) => `${name}=1`)
        .join('&');
    const lines = (count: number) =>
      names(count)
        .map((name) => `Set-Cookie=${name}%3D1`)
        .join('&');
    const most = await server.get(`/cookies/set?${query(MAX_COOKIES)}`);
    assert.equal(most.status, 302);
    assert.equal(setCookies(most).length, MAX_COOKIES);
    assert.equal((await server.get(`/response-headers?${lines(MAX_COOKIES)}`)).status, 200);
    const words = (count: number) =>
      names(count)
        .map((name) => `cookie=${name}%3D1`)
        .join('&');
    for (const path of [
      `/cookies/set?${query(MAX_COOKIES + 1)}`,
      `/cookies/set?${query(240)}`,
      `/response-headers?${lines(MAX_COOKIES + 1)}`,
      `/compose?${words(MAX_COOKIES)}&header=Set-Cookie:+x%3D1`,
      `/cookies/set?${names(5)
        .map((name) => `${name}=${'x'.repeat(3900)}`)
        .join('&')}`,
      `/response-headers?${names(5)
        .map((name) => `Set-Cookie=${name}%3D${'x'.repeat(3900)}`)
        .join('&')}`,
    ]) {
      const response = await server.get(path);
      assert.equal(response.status, 403, path.slice(0, 100));
      assert.deepEqual(setCookies(response), []);
    }
    assert.equal((await server.get(`/cookies/set?a=${'x'.repeat(4000)}`)).status, 302);
  });

  it('never signs a browser out', async (t) => {
    const server = await serve(t);
    await addUser(server);
    const browser = visitor(server);
    await browser.signIn('mona', 'correct-horse-1');
    for (const line of ['a="x; Path=/settings/security', 'sparring_session=; Path=/; Max-Age=0'])
      await browser.visit(`/response-headers?Set-Cookie=${encodeURIComponent(line)}`);
    assert.equal((await browser.visit('/settings/security')).status, 200);
  });
});

describe('a server with --allow-origin-headers', () => {
  it('sends these headers and cookies', async (t) => {
    const server = await serve(t, { allowOriginHeaders: true });
    for (const name of ORIGIN_HEADERS) {
      assert.equal((await server.get(`/response-headers?${name}=x`)).field(name), 'x');
      assert.equal((await server.get(`/compose?header=${name}:+x`)).field(name), 'x');
      assert.equal((await server.get(`/trailers?${name}=x`)).field('Trailer'), name);
    }
    for (const line of [...ACCOUNT_PATHS, 'sparring_session=1', '__Host-sparring_session=1']) {
      const response = await server.get(`/response-headers?Set-Cookie=${encodeURIComponent(line)}`);
      assert.deepEqual(setCookies(response), [line]);
    }
    const query = Array.from({ length: 240 }, (_, index) => `c${index}=1`).join('&');
    assert.equal(setCookies(await server.get(`/cookies/set?${query}`)).length, 240);
    assert.equal((await server.get('/cookies/delete?sparring_session')).status, 302);
  });
});

describe('the path of a cookie', () => {
  it('matches account pages at, below and above their paths, except for the root', () => {
    const pages = ['/settings', '/api/v3'];
    for (const path of ['/settings', '/settings/', '/settings/a', '/api', '/api/', '/api/v3/x'])
      assert.equal(reachesAccounts(path, pages), true, path);
    for (const path of ['/', '', '/s', '/settingsx', '/api/v', '/api/v3x', '/other'])
      assert.equal(reachesAccounts(path, pages), false, path);
  });
});
