import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const values = (response: WireResponse, wanted: string) =>
  response.fields.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);

test('sends each pair as a header, and returns repeats as lists with the actual length', async (t) => {
  const server = await serve(t);
  for (const method of ['GET', 'POST']) {
    const response = await server.send({ method, path: '/response-headers?a=1&X-B=two%20words&a=3' });
    assert.equal(response.status, 200);
    assert.deepEqual(values(response, 'a'), ['1', '3']);
    assert.deepEqual(values(response, 'X-B'), ['two words']);
    assert.deepEqual(response.json(), {
      'Content-Length': String(response.body.length),
      'Content-Type': 'application/json',
      'X-B': 'two words',
      a: ['1', '3'],
    });
  }
});

test('preserves the case of names', async (t) => {
  const server = await serve(t);
  const response = await server.get('/response-headers?a=1&b=2&A=4&a=3');
  const { A, a, b } = Object(response.json());
  assert.deepEqual([A, a, b], ['4', ['1', '3'], '2']);
  assert.deepEqual(
    response.fields.filter(([name]) => /^[ab]$/i.test(name)),
    [
      ['a', '1'],
      ['a', '3'],
      ['b', '2'],
      ['A', '4'],
    ],
  );
});

test('returns the right length including its own digits', async (t) => {
  const server = await serve(t);
  for (let length = 0; length < 120; length++) {
    const response = await server.get(`/response-headers?X=${'x'.repeat(length)}`);
    assert.equal(Reflect.get(Object(response.json()), 'Content-Length'), String(response.body.length));
  }
});

test('sends one Content-Type, and prevents content from running', async (t) => {
  const server = await serve(t);
  const response = await server.get('/response-headers?content-TYPE=text/html&Content-Type=x/y&X=<script>');
  assert.deepEqual(values(response, 'Content-Type'), ['text/html']);
  assert.equal(Reflect.get(Object(response.json()), 'Content-Type'), 'text/html');
  assert.deepEqual(values(response, 'X-Content-Type-Options'), ['nosniff']);
  assert.deepEqual(values(response, 'Content-Security-Policy'), ['sandbox']);
});

test('does not remove or repeat the headers of untrusted content', async (t) => {
  const server = await serve(t);
  const query = 'X-Content-Type-Options=sniff&Content-Security-Policy=script-src%20*';
  const weaker = await server.get(`/response-headers?${query}`);
  assert.deepEqual(values(weaker, 'X-Content-Type-Options'), ['nosniff', 'sniff']);
  assert.deepEqual(values(weaker, 'Content-Security-Policy'), ['sandbox', 'script-src *']);
  const same = await server.get('/response-headers?x-content-type-options=nosniff');
  assert.deepEqual(values(same, 'X-Content-Type-Options'), ['nosniff']);
});

test('rejects Content-Length', async (t) => {
  const server = await serve(t);
  for (const name of ['Content-Length', 'content-length', 'CONTENT-LENGTH']) {
    assert.equal((await server.get(`/response-headers?${name}=3`)).status, 400);
  }
});

test('returns headers of the connection without sending them', async (t) => {
  const server = await serve(t);
  for (const name of [
    'Transfer-Encoding',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Upgrade',
    'Proxy-Connection',
    'transfer-encoding',
  ]) {
    const response = await server.get(`/response-headers?${name}=chunked`);
    assert.equal(response.status, 200);
    assert.deepEqual(values(response, name), [], name);
    assert.equal(Reflect.get(Object(response.json()), name), 'chunked');
  }
  const response = await server.send({
    path: '/response-headers?Connection=upgrade',
    fields: [['Connection', 'close']],
  });
  assert.deepEqual(values(response, 'Connection'), ['close']);
});

test('keeps the CORS headers', async (t) => {
  const server = await serve(t);
  const response = await server.get(
    '/response-headers?access-control-allow-origin=https://evil.example&Access-Control-Allow-Credentials=false',
  );
  assert.deepEqual(values(response, 'Access-Control-Allow-Origin'), ['*']);
  assert.deepEqual(values(response, 'Access-Control-Allow-Credentials'), ['true']);
});

test('rejects invalid headers', async (t) => {
  const server = await serve(t);
  for (const query of [
    'X=%0d%0aX-Evil:%201',
    'X=%0aX-Evil:%201',
    'X=%0dX-Evil:%201',
    'X=%00',
    'X=%E2%82%AC',
    'X%0d%0aX-Evil:%201=y',
    '=1',
    'X%20Y=1',
    ':status=200',
    'X%C3%A9=1',
    'Content-Type=%0d%0aX-Evil:%201',
    'Location=/get%0d%0aX-Evil:%201',
    'Refresh=0;url=javascript:alert(1)',
  ]) {
    const response = await server.get(`/response-headers?${query}`);
    assert.equal(response.status, 400, query);
    assert.equal(response.field('X-Evil'), undefined);
  }
});

test('sends characters up to U+00FF as bytes', async (t) => {
  const server = await serve(t);
  const response = await server.get('/response-headers?X=%C3%A9');
  assert.deepEqual(values(response, 'X'), ['\xe9']);
  assert.equal(Reflect.get(Object(response.json()), 'X'), 'é');
});

test('sends an unusable Location unchanged', async (t) => {
  const server = await serve(t);
  const response = await server.get('/response-headers?Location=http://:1');
  assert.deepEqual([response.status, values(response, 'Location')], [200, ['http://:1']]);
});

test('restricts Location and Refresh to allowed hosts', async (t) => {
  const server = await serve(t, { allowedRedirectDomains: ['example.com'] });
  for (const [query, status] of [
    ['Location=http://example.com/', 200],
    ['location=//evil.example', 403],
    ['Refresh=1;url=http://evil.example', 403],
    ['Refresh=1', 200],
  ] as const) {
    assert.equal((await server.get(`/response-headers?${query}`)).status, status, query);
  }
});

test('returns one message with one length and one type for any query', async (t) => {
  const server = await serve(t);
  const name = fc.oneof(
    fc.constantFrom(
      'Content-Type',
      'Set-Cookie',
      'Date',
      '__proto__',
      'toString',
      'Connection',
      'ETag',
      'a',
      'A',
    ),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  );
  const value = fc.oneof(
    fc.constantFrom('\r\n\r\nHTTP/1.1 200 OK', 'x'),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
      const query = pairs.map((pair) =>
        pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='),
      );
      const response = await server.get(`/response-headers?${query.join('&')}`);
      assert.ok(response.status === 200 || response.status === 400, response.text());
      for (const single of ['Content-Length', 'Content-Type', 'Date', 'Connection']) {
        assert.ok(values(response, single).length <= (single === 'Date' ? pairs.length + 1 : 1), single);
      }
      assert.equal(response.field('Content-Length'), String(response.body.length));
      if (response.status === 400) return;
      const members = Object(response.json());
      for (const [wanted] of pairs)
        assert.ok(Object.hasOwn(members, wanted) || /^content-type$/i.test(wanted));
    }),
    { numRuns: 300 },
  );
});

test('sends the same headers over HTTP/2, with repeats', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const [query, status] of [
    ['ETag=a&ETag=b&Age=1&age=2', 200],
    ['X-A=1&x-a=2&__proto__=3', 200],
    ['Connection=close&TE=x&Upgrade=h2c&HTTP2-Settings=x&Keep-Alive=x&Transfer-Encoding=chunked', 200],
    ['Host=h&Date=x&Set-Cookie=a=1&Set-Cookie=b=2', 200],
    [':status=500', 400],
    ['X=%0d%0aY:%20z', 400],
  ] as const) {
    const response = await requestHttp2(server.url, { path: `/response-headers?${query}` });
    assert.equal(response.status, status, query);
    assert.equal(response.headers['content-length'], String(response.body.length));
  }
});
