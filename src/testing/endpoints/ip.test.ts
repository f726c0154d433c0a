import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns the address as JSON, or as text with format=text', async (t) => {
  const server = await serve(t);
  assert.deepEqual((await server.get('/ip?format=xml')).json(), { origin: '127.0.0.1' });
  const text = await server.get('/ip?format=text');
  assert.equal(text.text(), '127.0.0.1\n');
  assert.equal(text.field('Content-Type'), 'text/plain; charset=utf-8');
});

test('returns any X-Forwarded-For as plain text', async (t) => {
  const server = await serve(t);
  const response = await server.get('/ip?format=text', [
    ['X-Forwarded-For', '<script>alert(1)</script>, \xe9'],
  ]);
  assert.equal(response.body.toString('latin1'), '<script>alert(1)</script>, \xe9\n');
  assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(response.field('Content-Security-Policy'), 'sandbox');
});
