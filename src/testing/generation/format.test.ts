import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEME_ELEMENT } from '#pages/document.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes, type WireResponse } from '#test/support/wire/wire.ts';

const cors = (response: WireResponse) =>
  Object.fromEntries(response.fields.filter(([name]) => name.startsWith('Access-Control-')));

test('every response allows any origin, or that of the request', async (t) => {
  const server = await serve(t);
  const any = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': 'true' };
  assert.deepEqual(cors(await server.get('/get')), any);
  assert.deepEqual(cors(await server.get('/nowhere')), any);
  const exposed = cors(await server.get('/get', [['Origin', 'https://a.example']]));
  assert.equal(exposed['Access-Control-Allow-Origin'], 'https://a.example');
  assert.equal(exposed['Access-Control-Allow-Credentials'], 'true');
  const [unreadable] = await exchangeBytes(server.port, 'GET / HTTP/1.1\r\nno field\r\n\r\n');
  assert.equal(unreadable?.status, 400);
  assert.deepEqual(unreadable && cors(unreadable), any);
});

test('every response varies by Origin', async (t) => {
  const server = await serve(t);
  const origin = [['Origin', 'https://a.example']] as const;
  for (const [method, path] of [
    ['GET', '/get'],
    ['GET', '/nowhere'],
    ['POST', '/get'],
    ['OPTIONS', '/get'],
    ['GET', '/status/304'],
    ['GET', '/redirect/1'],
    ['GET', '//get'],
  ] as const) {
    for (const fields of [[], origin]) {
      const response = await server.send({ method, path, fields });
      const vary = response.fields.filter(([name]) => name === 'Vary').map(([, value]) => value);
      assert.ok(vary.includes('Origin'), `${method} ${path}`);
    }
  }
});

test('scripts of other origins may read the exposed headers', async (t) => {
  const server = await serve(t);
  const origin = [['Origin', 'https://a.example']] as const;
  const challenge = cors(await server.get('/basic-auth/u/p', origin))['Access-Control-Expose-Headers'];
  assert.ok(challenge?.split(', ').includes('WWW-Authenticate'));
  assert.equal(cors(await server.get('/basic-auth/u/p'))['Access-Control-Expose-Headers'], undefined);
});

test('OPTIONS returns Allow, and repeats the headers of a preflight', async (t) => {
  const server = await serve(t);
  const plain = await server.send({ method: 'OPTIONS', path: '/get' });
  assert.equal(plain.status, 200);
  assert.equal(plain.text(), '');
  assert.equal(plain.field('Content-Type'), 'text/html; charset=utf-8');
  assert.deepEqual(plain.field('Allow')?.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS']);
  const preflight = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, PATCH, OPTIONS',
    'Access-Control-Max-Age': '3600',
  };
  assert.deepEqual(cors(plain), preflight);
  const fields = [['Access-Control-Request-Headers', 'x-one, x-two']] as const;
  for (const [path, status] of [
    ['/get', 200],
    ['/nowhere', 404],
  ] as const) {
    const response = await server.send({ method: 'OPTIONS', path, fields });
    assert.equal(response.status, status);
    assert.deepEqual(cors(response), { ...preflight, 'Access-Control-Allow-Headers': 'x-one, x-two' });
  }
});

test('an error is problem details', async (t) => {
  const server = await serve(t);
  const response = await server.get('/nowhere');
  assert.equal(response.status, 404);
  assert.equal(response.field('Content-Type'), 'application/problem+json');
  assert.deepEqual(response.json(), {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'Nothing is served at this path.',
  });
});

test('an unsupported method gets 405 with Allow', async (t) => {
  const server = await serve(t);
  const response = await server.send({ method: 'POST', path: '/get' });
  assert.equal(response.status, 405);
  assert.deepEqual(response.field('Allow')?.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS']);
});

test('an error is a page for clients that prefer HTML, and JSON for others', async (t) => {
  const server = await serve(t);
  const type = async (accept: string) =>
    (await server.get('/nowhere', [['Accept', accept]])).field('Content-Type');
  assert.equal(await type('text/html,application/xhtml+xml,*/*;q=0.8'), 'text/html; charset=utf-8');
  assert.equal(await type('text/*'), 'text/html; charset=utf-8');
  for (const accept of [
    '*/*',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'text/plain',
    '',
    ';,/',
  ]) {
    assert.equal(await type(accept), 'application/problem+json', accept);
  }
});

test('repeated slashes get 308 to the absolute URL without them', async (t) => {
  const server = await serve(t);
  const response = await server.get('//get///?a=//b', [['Host', 'h:81']]);
  assert.equal(response.status, 404, 'a path that is not there without them either is not redirected');
  const merged = await server.get('//get?a=//b&c="<%C3%A9>', [['Host', 'h:81']]);
  assert.equal(merged.status, 308);
  assert.equal(merged.field('Location'), 'http://h:81/get?a=//b&c=%22%3C%C3%A9%3E');
  assert.match(merged.text(), /<a href="http:\/\/h:81\/get\?a=\/\/b&amp;c=%22%3C%C3%A9%3E">/);
});

test('an error page escapes text from the client', async (t) => {
  const server = await serve(t);
  const response = await server.get('//get?a=%22onload=x', [['Host', 'h']]);
  assert.doesNotMatch(response.text(), /"onload/);
});

test('an error page runs and loads nothing, and cannot be framed or sniffed', async (t) => {
  const server = await serve(t);
  const page = [['Accept', 'text/html']] as const;
  for (const { method = 'GET', path } of [
    { path: '/nowhere?<script>alert(1)</script>' },
    { path: '/bytes/x' },
    { path: '/redirect-to' },
    { method: 'POST', path: '/get' },
    { path: '/response-headers?X=%00' },
  ]) {
    const response = await server.send({ method, path, fields: page });
    assert.ok(response.status >= 400 && response.status < 500, path);
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8', path);
    assert.match(
      response.field('Content-Security-Policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      path,
    );
    assert.equal(response.field('X-Content-Type-Options'), 'nosniff', path);
    assert.match(response.text(), /:root\{color-scheme:light dark;/, path);
    assert.doesNotMatch(
      response.text().replace(THEME_ELEMENT, ''),
      /<script|<[^>]* (?:src=|action="(?!\/docs))/,
      path,
    );
  }
});

test('an error varies by Accept in both formats', async (t) => {
  const server = await serve(t);
  for (const [accept, type] of [
    [undefined, 'application/problem+json'],
    ['application/json', 'application/problem+json'],
    ['*/*', 'application/problem+json'],
    ['text/html', 'text/html; charset=utf-8'],
  ] as const) {
    for (const [method, path, status] of [
      ['GET', '/nowhere', 404],
      ['GET', '/response-headers?Content-Length=1', 400],
      ['PUT', '/get', 405],
    ] as const) {
      const fields = accept === undefined ? [] : [['Accept', accept] as const];
      const response = await server.send({ method, path, fields });
      assert.equal(response.status, status);
      assert.equal(response.field('Content-Type'), type);
      const vary = response.fields.filter(([name]) => name === 'Vary').map(([, value]) => value);
      assert.deepEqual(vary, ['Accept', 'Origin'], `${method} ${path} ${accept}`);
    }
  }
});
