import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';
import { openStripPrefixProxy } from '#test/support/wire/strip-prefix-proxy.ts';
import type { ServerOptions } from './server.ts';

const PREFIX = '/httpbin';

interface Mode {
  readonly title: string;
  readonly options: Partial<ServerOptions>;
  readonly forwarded?: string;
}

const MODES: readonly Mode[] = [
  { title: '--base-path', options: { basePath: PREFIX } },
  { title: 'the path of --base-url', options: { baseUrl: `http://127.0.0.1${PREFIX}` } },
  {
    title: 'X-Forwarded-Prefix of a trusted proxy',
    options: { trustedProxies: ['127.0.0.1'] },
    forwarded: `${PREFIX}/`,
  },
  {
    title: 'X-Forwarded-Prefix, which precedes --base-path',
    options: { trustedProxies: ['127.0.0.1'], basePath: '/other' },
    forwarded: PREFIX,
  },
];

async function open(t: TestContext, { options, forwarded }: Mode) {
  const server = await serve(t, { ...options, starter: false } as Partial<ServerOptions>);
  const target = { target: server.port, prefix: PREFIX, ...(forwarded !== undefined && { forwarded }) };
  const origin = await openStripPrefixProxy(t, target);
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + PREFIX + path, { redirect: 'manual', headers: { connection: 'close' }, ...init });
  return { server, origin, get };
}

/** Follows redirects to the end, with the cookies that have been set for the path. */
async function follow(origin: string, path: string) {
  const jar: { readonly pair: string; readonly path: string }[] = [];
  let url = new URL(path, origin);
  for (let count = 0; count < 10; count++) {
    const cookie = jar
      .filter((each) => `${url.pathname}/`.startsWith(each.path.replace(/\/?$/, '/')))
      .map(({ pair }) => pair)
      .join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of response.headers.getSetCookie())
      jar.push({ pair: line.split(';')[0] ?? '', path: /Path=([^;]*)/.exec(line)?.[1] ?? '/' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null)
      return { url, response, jar, text: await response.text() };
    await response.bytes();
    url = new URL(location, url);
  }
  throw new Error('Too many redirects');
}

/** The URLs of the links, forms, scripts and images of a page. */
const linksOf = (page: string) =>
  [...page.matchAll(/\s(?:href|src|action|formaction)=(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&'),
  );

for (const mode of MODES)
  describe(`behind a proxy that strips a prefix, with ${mode.title}`, () => {
    it('redirects lead to the end, with cookies', async (t) => {
      const { origin } = await open(t, mode);
      for (const [path, end] of [
        ['/redirect/3', '/get'],
        ['/redirect/2?absolute=true', '/get'],
        ['/relative-redirect/2', '/get'],
        ['/absolute-redirect/2', '/get'],
        ['/links/3', '/links/3/0'],
        ['/cookies/set?a=b', '/cookies'],
        ['/cookies/set/a/b', '/cookies'],
        ['/cookies/delete?a', '/cookies'],
        ['/docs/', '/docs'],
        ['/settings/tokens', '/login'],
        ['/compose?redirect=/get', '/get'],
      ] as const) {
        const { url, response, text, jar } = await follow(origin, PREFIX + path);
        assert.deepEqual([url.pathname, response.status], [PREFIX + end, 200], path);
        if (path.startsWith('/cookies/set')) assert.match(text, /"a": "b"/, path);
        for (const each of jar) assert.ok(each.path.startsWith(PREFIX) || /sparring/.test(each.pair), path);
      }
    });

    it('the URL of the request has the prefix', async (t) => {
      const { origin, get } = await open(t, mode);
      for (const path of ['/get?a=1', '/anything/x']) {
        const { url } = (await (await get(path)).json()) as { url: string };
        assert.equal(url, `${origin}${PREFIX}${path}`);
      }
      const meta = (await (await get('/api/v3/', { headers: { 'user-agent': 'test' } })).json()) as {
        readonly current_user_url: string;
      };
      const web = mode.options.baseUrl === undefined ? `${origin}${PREFIX}` : `http://127.0.0.1${PREFIX}`;
      assert.equal(meta.current_user_url, `${web}/api/v3/user`);
    });

    it('a client of Digest is authenticated, behind the proxy and without it', async (t) => {
      const { origin, server } = await open(t, mode);
      const path = '/digest-auth/auth/u/p';
      for (const url of [`${origin}${PREFIX}${path}`, `${server.url}${path}`]) {
        const printed = await output(t, 'curl', ['-s', '--digest', '-u', 'u:p', url]);
        if (printed === undefined) return;
        assert.match(printed, /"authenticated": true/, url);
      }
    });

    it('the links, forms, scripts and images of pages lead to the server', async (t) => {
      const { origin, get } = await open(t, mode);
      const seen = new Set<string>();
      const pages = ['/', '/docs', '/docs/guides', '/compose/builder', '/login', '/forms/post', '/links/3/1'];
      for (const path of pages) {
        const page = await (await get(path, { headers: { accept: 'text/html' } })).text();
        const links = linksOf(page).filter((link) => !/^(?:#|data:|https:|[^/:]*$)/.test(link));
        assert.ok(links.length > 0, path);
        for (const link of links) {
          assert.ok(
            link.startsWith(`${PREFIX}/`) || link.startsWith(`${origin}${PREFIX}/`),
            `${path}: ${link}`,
          );
          seen.add(link.split('#')[0] ?? '');
        }
        for (const text of page.matchAll(/http:\/\/127\.0\.0\.1:\d+[^\s"'<&]*/g))
          if (text[0].startsWith(origin))
            assert.ok(text[0].startsWith(origin + PREFIX), `${path}: ${text[0]}`);
      }
      assert.ok(seen.has(`${PREFIX}/docs/page.js`));
      for (const link of [...seen].filter((each) => !/logout|\/post$|\/_sparring/.test(each)).slice(0, 60)) {
        const response = await fetch(new URL(link, origin));
        await response.bytes();
        assert.ok(response.status < 400 || response.status === 405, `${link}: ${response.status}`);
      }
      const error = await (await get('/nowhere', { headers: { accept: 'text/html' } })).text();
      assert.match(error, new RegExp(`href="${PREFIX}/docs"`));
      assert.match(error, new RegExp(`<body data-prefix="${PREFIX}"`));
    });

    it('OpenAPI documents name the server', async (t) => {
      const { get } = await open(t, mode);
      for (const path of ['/spec.json', '/docs/api/openapi.json']) {
        const { servers } = (await (await get(path)).json()) as { servers: readonly { url: string }[] };
        assert.equal(servers[0]?.url, PREFIX, path);
      }
    });
  });

describe('requests that have the base path', () => {
  it('are those without it, behind a proxy that does not strip it', async (t) => {
    const { send, url } = await serve(t, { basePath: PREFIX });
    for (const path of [`${PREFIX}/get`, '/get'])
      assert.equal((JSON.parse((await send({ path })).text()) as { url: string }).url, `${url}${PREFIX}/get`);
    for (const path of [PREFIX, `${PREFIX}/`, `${PREFIX}?a=1`, `${PREFIX}/docs`])
      assert.equal((await send({ path })).status, 200, path);
    assert.equal((await send({ path: `${PREFIX}x/get` })).status, 404);
    // An invalid head gets the error format of the service of the path.
    const raw = await send({ path: `${PREFIX}/api/v3/meta`, fields: [['Broken Field', 'x']] });
    assert.deepEqual([raw.status, raw.field('Content-Type')], [400, 'application/json; charset=utf-8']);
  });

  it('keep their paths where the base path is a path of the server', async (t) => {
    for (const basePath of ['/anything', '/api', '/bin', '/docs']) {
      const { get } = await serve(t, { basePath });
      assert.match((await get('/anything/get')).text(), /"method": "GET"/, basePath);
      assert.equal((await get('/api/v3/meta', [['User-Agent', 'test']])).status, 200, basePath);
      assert.equal((await get('/docs/guides')).status, 200, basePath);
      assert.match((await get('/bin/a/get')).text(), new RegExp(`${basePath}/bin/a/get"`), basePath);
    }
  });

  it('to private paths are not in the journal when the parser rejects them', async (t) => {
    const server = await serve(t, { basePath: '/HttpBin' });
    await server.send({ path: '/HttpBin/login', fields: [['Broken Field', 'secret']] });
    await server.send({ path: '/HttpBin/get', fields: [['Broken Field', 'public']] });
    const raw = server.journal
      ?.entries()
      .map((entry) => ('raw' in entry ? Buffer.from(entry.raw).toString() : ''));
    assert.equal(raw?.length, 2);
    assert.equal(raw?.[0], '');
    assert.match(raw?.[1] ?? '', /public/);
  });
});

it('a cookie that a client requests for the sign-in pages is rejected below any prefix', async (t) => {
  const { get } = await serve(t, { basePath: PREFIX });
  for (const [path, status] of [
    ['/settings', 403],
    [`${PREFIX}/settings`, 403],
    [`${PREFIX}/login/x`, 403],
    [PREFIX, 302],
    [`${PREFIX}/get`, 302],
  ] as const)
    assert.equal((await get(`/cookies/set?a=b&attr[Path]=${path}`)).status, status, path);
});

describe('a prefix', () => {
  const HOSTILE = [
    '//evil',
    '/..',
    '/a/../b',
    '/.',
    '/a b',
    '/a%0d%0ab',
    'httpbin',
    'http://evil',
    '/a//b',
    '/é',
    '/a"b',
    `/${'a'.repeat(300)}`,
  ];

  it('that is not a path is ignored, and that of an unknown client', async (t) => {
    const trusting = await serve(t, { trustedProxies: ['127.0.0.1'] });
    const location = async (server: typeof trusting, value: string) =>
      (await server.get('/redirect/1', [['X-Forwarded-Prefix', value]])).field('Location');
    for (const value of [...HOSTILE, '', '/'].filter((each) => each !== '/é'))
      assert.equal(await location(trusting, value), '/get', value);
    assert.equal(await location(trusting, PREFIX), `${PREFIX}/get`);
    assert.equal(await location(await serve(t), PREFIX), '/get');
  });

  it('that is not a path is rejected in the setting', async () => {
    for (const value of HOSTILE)
      assertUsageError(
        await runInProcess(['serve', '--base-path', value, '--port', '0', '--database', 'memory']),
        /--base-path must be a path such as \/httpbin/,
      );
  });
});
