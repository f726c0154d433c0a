import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns everything after the scheme and a space as the token', async (t) => {
  const server = await serve(t);
  for (const token of ['abc123', 'a b  c', ' a', 'a, b', '=', '__proto__']) {
    const response = await server.get('/bearer', [['Authorization', `Bearer ${token}`]]);
    assert.equal(response.status, 200);
    assert.equal(response.text(), `{\n  "authenticated": true,\n  "token": ${JSON.stringify(token)}\n}\n`);
  }
});

test('challenges requests without a token, and a scheme in another case', async (t) => {
  const server = await serve(t);
  for (const value of [
    undefined,
    '',
    'Bearer',
    'bearer abc',
    'BEARER abc',
    'Bearerabc',
    'Basic YTpi',
    ' Bearer',
  ]) {
    const response = await server.get('/bearer', value === undefined ? [] : [['Authorization', value]]);
    assert.equal(response.status, 401, String(value));
    assert.equal(response.field('WWW-Authenticate'), 'Bearer');
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(response.text(), '');
  }
});
