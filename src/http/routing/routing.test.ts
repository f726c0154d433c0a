import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request } from '#test/support/wire/wire.ts';
import type { Exchange } from '../message/exchange.ts';

const REDIRECTED = new Map([
  ['/docs/', '/docs'],
  ['/docs/?a=%2F/&b', '/docs?a=%2F/&b'],
  ['/docs/guides/', '/docs/guides'],
  ['/docs/endpoints/get-get/', '/docs/endpoints/get-get'],
  ['/llms.txt/?', '/llms.txt?'],
  ['/bin/t1/docs/', '/bin/t1/docs'],
  ['/compose/builder/', '/compose/builder'],
  ['/compose/builder/?status=503', '/compose/builder?status=503'],
  ['/_sparring/', '/_sparring'],
  ['/_sparring/requests/?limit=1', '/_sparring/requests?limit=1'],
  ['/_sparring/inspector/', '/_sparring/inspector'],
]);

/** httpbin answers them in the same way, and no other path may become a redirect to another origin. */
const UNCHANGED = new Map([
  ['/get/', 404],
  ['/anything/', 404],
  ['/status/200/', 404],
  ['/anything/a/', 200],
  ['/compose/status=204/end/', 204],
  ['/links/1/', 404],
  ['/unknown/', 404],
  ['/_sparring/unknown/', 404],
  ['/api/v3/user/', 403],
  ['/docs/unknown/', 404],
  ['/%2Fexample.com/', 404],
  ['/\\example.com/', 404],
]);

test('a slash at the end of a path of pages is redirected to the path without it', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const [path, location] of REDIRECTED) {
    const response = await server.get(path);
    assert.deepEqual(
      [response.status, response.field('Location'), response.body.length],
      [308, location, 0],
      path,
    );
    const http2 = await requestHttp2(server.url, { path });
    assert.deepEqual([http2.status, http2.headers.location], [308, location], path);
    assert.notEqual((await server.get(location)).status, 404, location);
  }
  for (const [path, status] of UNCHANGED) {
    const response = await server.get(path);
    assert.deepEqual([response.status, response.field('Location')], [status, undefined], path);
  }
  // Slashes in front are merged first, as before, so the target never begins with two.
  for (const path of ['//example.com/', '//docs/', '///docs//guides/'])
    assert.doesNotMatch(
      (await server.get(path)).field('Location') ?? '/',
      /^(?:\/\/|http:\/\/(?!127))/,
      path,
    );
});

test('a slash at the end of a path of the control API changes nothing about its access', async (t) => {
  const server = await serve(t);
  for (const path of ['/_sparring/', '/_sparring/requests/', '/_sparring/inspector/', '/_sparring']) {
    const response = await server.get(path, [['Origin', 'http://example.com']]);
    assert.deepEqual([response.status, response.field('Location')], [403, undefined], path);
    // The response depends on the origin.
    for (const { fields } of [response, await server.get('/_sparring')])
      assert.ok(
        fields.some(([name, value]) => name === 'Vary' && value === 'Origin'),
        path,
      );
  }
  for (const method of ['POST', 'DELETE'])
    assert.equal((await server.send({ method, path: '/_sparring/health/' })).status, 405);
});

test('a slash at the end of a path does not redirect a host that is not allowed', async (t) => {
  const server = await serve(t);
  const fields = [['Host', 'attacker.example']] as const;
  for (const [path, location] of REDIRECTED) {
    const response = await server.get(path, fields);
    const { status } = await server.get(location, fields);
    const expected = status === 200 ? 308 : status;
    assert.deepEqual(
      [response.status, response.field('Location')],
      [expected, status === 200 ? location : undefined],
      path,
    );
    if (path.startsWith('/_sparring')) assert.ok(status >= 400, path);
  }
});

test('a preflight of the documentation names the methods and fields that a script may send', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const path of ['/', '/docs', '/openapi.json', '/docs/testing/openapi.json', '/llms.txt']) {
    const fields = [
      ['Origin', 'http://example.com'],
      ['Access-Control-Request-Method', 'GET'],
      ['Access-Control-Request-Headers', 'authorization, x-a'],
    ] as const;
    const { status, field } = await server.send({ method: 'OPTIONS', path, fields });
    const names = ['Origin', 'Methods', 'Headers', 'Max-Age'];
    const expected = ['*', 'GET, HEAD, OPTIONS', 'authorization, x-a', '3600'];
    const values = names.map((name) =>
      field(name === 'Max-Age' ? 'Access-Control-Max-Age' : `Access-Control-Allow-${name}`),
    );
    assert.deepEqual([status, ...values], [204, ...expected], path);
    const { headers } = await requestHttp2(server.url, { method: 'OPTIONS', path, fields });
    assert.equal(headers['access-control-allow-headers'], 'authorization, x-a', path);
  }
});

test('a request has its response from the rules of its service, or from its endpoint', async (t) => {
  const calls: unknown[] = [];
  const known = endpoint({ ...anything, path: '/known', handle: ({ exchange }) => exchange.empty(200) });
  const decide = (exchange: Exchange, isKnown: boolean) => {
    calls.push([exchange.path, isKnown]);
    if (exchange.query === undefined) return undefined;
    const isSent = exchange.query === 'sent';
    if (isSent) exchange.empty(202);
    return Promise.resolve(isSent);
  };
  const { port, logged } = await serveToy(t, [known], { rules: { request: decide } });
  const statuses: number[] = [];
  for (const path of ['/known', '/known?sent', '/known?other', '/none', '/none?sent', '/none?other'])
    statuses.push((await request(port, { path })).status);
  assert.deepEqual(statuses, [200, 202, 200, 404, 202, 404]);
  assert.deepEqual(calls, [...Array(3).fill(['/known', true]), ...Array(3).fill(['/none', false])]);
  assert.deepEqual(logged, []);
});

test('a parameter of a path is at least one character', async (t) => {
  const server = await serve(t);
  for (const path of [
    '/status/',
    '/base64/',
    '/etag/',
    '/delay/',
    '/basic-auth/u/',
    '/basic-auth//p',
    '/digest-auth//u/p',
    '/digest-auth/auth/u/p/',
    '/cookies/set/a/',
    '/cookies/set//b',
  ])
    assert.equal((await server.get(path)).status, 404, path);
});
