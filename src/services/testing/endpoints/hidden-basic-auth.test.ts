import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

const basic = (credentials: string) =>
  [['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]] as const;

test('accepts the right user and password', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/hidden-basic-auth/m%C3%B6na/a%2Fb', basic('möna:a/b'));
  assert.equal(answer.status, 404, 'an escaped slash is a slash, so the path is another one');
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
    const answer = await server.get('/hidden-basic-auth/mona/secret', fields);
    assert.deepEqual([answer.status, answer.text()], [404, '']);
    assert.equal(answer.field('WWW-Authenticate'), undefined);
    assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  }
});
