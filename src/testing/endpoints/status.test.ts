import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const HTML = 'text/html; charset=utf-8';

test('returns most codes without content, with an upper-case reason phrase', async (t) => {
  const server = await serve(t);
  for (const [status, reason] of [
    [200, 'OK'],
    [201, 'CREATED'],
    [300, 'MULTIPLE CHOICES'],
    [308, 'PERMANENT REDIRECT'],
    [404, 'NOT FOUND'],
    [203, 'NON AUTHORITATIVE INFORMATION'],
    [306, 'SWITCH PROXY'],
    [413, 'REQUEST ENTITY TOO LARGE'],
    [416, 'REQUESTED RANGE NOT SATISFIABLE'],
    [511, 'NETWORK AUTHENTICATION FAILED'],
    [500, 'INTERNAL SERVER ERROR'],
    [600, 'UNKNOWN'],
    [999, 'UNKNOWN'],
  ] as const) {
    const response = await server.get(`/status/${status}`);
    assert.equal(response.status, status);
    assert.equal(response.reason, reason);
    assert.equal(response.field('Content-Type'), HTML);
    assert.equal(response.field('Content-Length'), '0');
    assert.equal(response.text(), '');
  }
});

test('redirects to /redirect/1 without a type', async (t) => {
  const server = await serve(t);
  for (const status of [301, 302, 303, 305, 307]) {
    const response = await server.get(`/status/${status}`);
    assert.equal(response.status, status);
    assert.deepEqual(response.fields[0], ['Location', '/redirect/1']);
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.text(), '');
  }
});

test('sends challenges without a type', async (t) => {
  const server = await serve(t);
  for (const [status, name] of [
    [401, 'WWW-Authenticate'],
    [407, 'Proxy-Authenticate'],
  ] as const) {
    const response = await server.get(`/status/${status}`);
    assert.equal(response.status, status);
    assert.equal(response.field(name), 'Basic realm="Fake Realm"');
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.text(), '');
  }
});

test('returns text and a link for 402', async (t) => {
  const server = await serve(t);
  const response = await server.get('/status/402');
  assert.equal(response.status, 402);
  assert.equal(response.field('x-more-info'), 'http://vimeo.com/22053820');
  assert.equal(response.field('Content-Type'), undefined);
  assert.equal(response.text(), 'Payment is required, please.');
});

test('returns the media types as JSON for 406', async (t) => {
  const server = await serve(t);
  const response = await server.get('/status/406');
  assert.equal(response.status, 406);
  assert.equal(response.field('Content-Type'), 'application/json');
  assert.equal(response.body.length, 142);
  assert.equal(
    response.text(),
    '{"message": "Client did not request a supported media type.", "accept": ["image/webp", "image/svg+xml", "image/jpeg", "image/png", "image/*"]}',
  );
});

test('returns a teapot for 418, for every method', async (t) => {
  const server = await serve(t);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
    const response = await server.send({ method, path: '/status/418' });
    assert.equal(response.status, 418, method);
    assert.equal(response.field('x-more-info'), 'http://tools.ietf.org/html/rfc2324');
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.body.length, 135);
    assert.match(response.text(), /^\n {4}-=\[ teapot ]=-\n/);
  }
  const head = await server.send({ method: 'HEAD', path: '/status/418' });
  assert.equal(head.field('Content-Length'), '135');
});

test('keeps the connection open after 204 and 304', async (t) => {
  const server = await serve(t);
  const ask = (path: string, last = '') => `GET ${path} HTTP/1.1\r\nHost: h\r\n${last}\r\n`;
  const bytes = ask('/status/204') + ask('/status/304') + ask('/status/200', 'Connection: close\r\n');
  const [noContent, notModified, ok] = await exchangeBytes(server.port, bytes, ['GET', 'GET', 'GET']);
  assert.deepEqual([noContent?.status, notModified?.status, ok?.status], [204, 304, 200]);
  for (const response of [noContent, notModified]) assert.equal(response?.field('Content-Length'), undefined);
  assert.equal(noContent?.field('Content-Type'), HTML);
  assert.equal(notModified?.field('Content-Type'), undefined);
});

test('ignores a request body', async (t) => {
  const server = await serve(t);
  const post = 'POST /status/201 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello';
  const get = 'GET /status/200 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
  const responses = await exchangeBytes(server.port, post + get, ['POST', 'GET']);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 200],
  );
});

test('selects a random code by weight, and never one with weight zero', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ seed: 7 }) });
  const seen = new Set<number>();
  for (let attempt = 0; attempt < 40; attempt++)
    seen.add((await server.get('/status/200,201:2,500:0')).status);
  assert.deepEqual([...seen].sort(), [200, 201]);
});

test('rejects invalid codes with plain text', async (t) => {
  const server = await serve(t);
  for (const codes of [
    'abc',
    '4!9',
    '200,',
    '200:x,300',
    '200,402,foo',
    '200:1',
    '0',
    '99',
    '-1',
    '1000',
    '1e2',
    '200,1000',
    '9'.repeat(5000),
  ]) {
    const response = await server.get(`/status/${codes}`);
    assert.equal(response.status, 400, codes);
    assert.equal(response.field('Content-Type'), 'text/plain; charset=utf-8');
    assert.equal(response.text(), 'Invalid status code');
  }
});

test('rejects 1xx codes with a reason', async (t) => {
  const server = await serve(t);
  for (const codes of ['100', '101', '103', '199', '200,100']) {
    const response = await server.get(`/status/${codes}`);
    assert.equal(response.status, 400, codes);
    assert.match(response.text(), /1xx/);
  }
});
