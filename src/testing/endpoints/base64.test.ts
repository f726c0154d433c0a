import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

const HINT = 'Incorrect Base64 data try: SFRUUEJJTiBpcyBhd2Vzb21l';

test('decodes either alphabet', async (t) => {
  const server = await serve(t);
  const text = async (value: string) => (await server.get(`/base64/${value}`)).text();
  assert.equal(await text('SFRUUEJJTiBpcyBhd2Vzb21l'), 'HTTPBIN is awesome');
  assert.equal(await text('8J-YgA=='), '\u{1F600}');
  assert.equal(await text('8J+YgA=='), '\u{1F600}');
  assert.equal(await text('!!!'), '');
});

test('returns a hint of 51 bytes for invalid base64 and content that is not UTF-8', async (t) => {
  const server = await serve(t);
  for (const value of ['YQ', 'A', '_w==']) {
    const response = await server.get(`/base64/${value}`);
    assert.deepEqual([response.status, response.text(), response.body.length], [200, HINT, 51]);
  }
});

test('returns sandboxed HTML', async (t) => {
  const server = await serve(t);
  const response = await server.get(`/base64/${Buffer.from('<script>').toString('base64url')}==`);
  assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(response.field('Content-Security-Policy'), 'sandbox');
});
