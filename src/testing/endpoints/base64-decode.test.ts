import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('decodes either alphabet, with and without padding, to any bytes', async (t) => {
  const server = await serve(t);
  for (const [value, bytes] of [
    ['AQL/', '0102ff'],
    ['AQL_', '0102ff'],
    ['%2B-%2Bw', 'fbefb0'],
    ['_-8%3D', 'ffef'],
    ['YQ', '61'],
    ['YQ==', '61'],
    ['YWI=', '6162'],
    ['PGI-', '3c623e'],
  ] as const) {
    const response = await server.get(`/base64/decode/${value}`);
    assert.deepEqual([response.status, response.body.toString('hex')], [200, bytes], value);
    assert.equal(response.field('Content-Type'), 'text/plain; charset=utf-8');
  }
});

test('rejects invalid base64', async (t) => {
  const server = await serve(t);
  for (const value of [
    'a',
    'abcde',
    '!!!!',
    'YQ=',
    'YWI==',
    'Y===',
    '=',
    'YQ==YQ==',
    '%C3%A9%C3%A9',
    'YQ%20%20',
  ]) {
    assert.equal((await server.get(`/base64/decode/${value}`)).status, 400, value);
  }
});

test('has the requested type, and never runs in browsers', async (t) => {
  const server = await serve(t);
  const response = await server.get('/base64/decode/PGI-?content-type=text/html');
  assert.equal(response.field('Content-Type'), 'text/html');
  assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(response.field('Content-Security-Policy'), 'sandbox');
  const refused = await server.get('/base64/decode/PGI-?content-type=a%0d%0aX-Evil:%201');
  assert.equal(refused.status, 400);
});
