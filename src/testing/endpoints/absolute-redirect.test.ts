import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

test('uses the host of the request in lower case, without the default port', async (t) => {
  const server = await serve(t);
  for (const [host, origin] of [
    ['Example.COM', 'http://example.com'],
    ['example.com:80', 'http://example.com'],
    ['example.com:8080', 'http://example.com:8080'],
    ['example.com:443', 'http://example.com:443'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['192.0.2.1', 'http://192.0.2.1'],
    ['xn--bcher-kva.example', 'http://xn--bcher-kva.example'],
    ['under_score.example', 'http://under_score.example'],
  ] as const) {
    assert.equal(
      (await server.get('/absolute-redirect/1', [['Host', host]])).field('Location'),
      `${origin}/get`,
    );
    const response = await server.get('/absolute-redirect/7', [['Host', host]]);
    assert.equal(response.status, 302);
    assert.equal(response.field('Location'), `${origin}/absolute-redirect/6`);
    assert.match(response.text(), /<a href="http:\/\/.*\/absolute-redirect\/6">/);
  }
});

test('uses https from X-Forwarded-Proto, and no scheme except http and https', async (t) => {
  const server = await serve(t);
  for (const [fields, origin] of [
    [[['X-Forwarded-Proto', 'https']], 'https://h'],
    [[['X-Forwarded-Proto', 'javascript']], 'http://h'],
    [[['X-Forwarded-Proto', 'https://evil.example/?']], 'http://h'],
  ] as const) {
    const response = await server.get('/absolute-redirect/2', [['Host', 'h'], ...fields]);
    assert.equal(response.field('Location'), `${origin}/absolute-redirect/1`);
  }
  const response = await server.get('/absolute-redirect/1', [
    ['Host', 'h:443'],
    ['X-Forwarded-Ssl', 'on'],
  ]);
  assert.equal(response.field('Location'), 'https://h/get');
});

test('rejects an invalid Host', async (t) => {
  const server = await serve(t);
  for (const host of [
    'a b',
    'a/b',
    'a\\b',
    'user@host',
    'a?b',
    'a#b',
    'a:b',
    'a:123456',
    '[::1',
    'h\xe9',
    '"',
    '<b>',
    'a, b',
  ]) {
    for (const path of ['/absolute-redirect/2', '/redirect/2?absolute=true']) {
      const response = await server.get(path, [['Host', host]]);
      assert.equal(response.status, 400, host);
      assert.equal(response.field('Location'), undefined);
    }
  }
});

test('redirects HTTP/1.0 clients without Host to the address of the server', async (t) => {
  const server = await serve(t);
  const [response] = await exchangeBytes(server.port, 'GET /absolute-redirect/1 HTTP/1.0\r\n\r\n');
  assert.equal(response?.field('Location'), `${server.url}/get`);
});
