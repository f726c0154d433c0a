import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

const basic = (credentials: string) =>
  [['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]] as const;

test('accepts the right user and password', async (t) => {
  const server = await serve(t);
  const response = await server.get('/hidden-basic-auth/m%C3%B6na/a%2Fb', basic('möna:a/b'));
  assert.equal(response.status, 404, 'an escaped slash is a slash, so the path is another one');
  const right = await server.get('/hidden-basic-auth/m%C3%B6na/a%3Ab', basic('möna:a:b'));
  assert.deepEqual([right.status, right.json()], [200, { authenticated: true, user: 'möna' }]);
});

test('answers 404 without a challenge to other credentials', async (t) => {
  const server = await serve(t);
  for (const fields of [
    [],
    basic('mona:wrong'),
    basic('other:secret'),
    [['Authorization', 'Basic']],
  ] as const) {
    const response = await server.get('/hidden-basic-auth/mona/secret', fields);
    assert.deepEqual([response.status, response.text()], [404, '']);
    assert.equal(response.field('WWW-Authenticate'), undefined);
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  }
});
