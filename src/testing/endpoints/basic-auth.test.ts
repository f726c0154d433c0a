import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

const basic = (text: string) => [['Authorization', `Basic ${Buffer.from(text).toString('base64')}`]] as const;

test('accepts the right user and password', async (t) => {
  const server = await serve(t);
  const response = await server.get('/basic-auth/mona/secret', basic('mona:secret'));
  assert.equal(response.status, 200);
  assert.equal(response.field('Content-Type'), 'application/json');
  assert.equal(response.text(), '{\n  "authenticated": true,\n  "user": "mona"\n}\n');
});

test('challenges other credentials without content and type', async (t) => {
  const server = await serve(t);
  const wrong = [
    [],
    basic('mona:wrong'),
    basic('hubot:secret'),
    basic('mona:secret2'),
    basic('mona:'),
    basic(':'),
    basic('mona'),
    [['Authorization', '']],
    [['Authorization', 'Basic']],
    [['Authorization', 'Basic ???']],
    [['Authorization', 'Bearer bW9uYTpzZWNyZXQ=']],
    [...basic('mona:secret'), ...basic('mona:secret')],
  ] as const;
  for (const fields of wrong) {
    const response = await server.get('/basic-auth/mona/secret', fields);
    assert.equal(response.status, 401, JSON.stringify(fields));
    assert.equal(response.field('WWW-Authenticate'), 'Basic realm="Fake Realm"');
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.field('Content-Length'), '0');
    assert.equal(response.text(), '');
  }
});

test('decodes user and password of the path', async (t) => {
  const server = await serve(t);
  const path = '/basic-auth/m%C3%B6na%20k/a%3Ab%25';
  const response = await server.get(path, basic('möna k:a:b%'));
  assert.equal(response.status, 200);
  assert.deepEqual(response.json(), { authenticated: true, user: 'möna k' });
});

test('accepts the scheme in any case', async (t) => {
  const server = await serve(t);
  const response = await server.get('/basic-auth/a/b', [['authorization', 'bAsIc YTpi']]);
  assert.equal(response.status, 200);
});

test('treats HEAD as GET', async (t) => {
  const server = await serve(t);
  const head = (fields: ReturnType<typeof basic> | []) =>
    server.send({ method: 'HEAD', path: '/basic-auth/a/b', fields });
  assert.equal((await head([])).status, 401);
  const response = await head(basic('a:b'));
  assert.equal(response.status, 200);
  assert.equal(response.field('Content-Length'), '43');
});
