import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('a cookie is set on the way to the list, with a page that links there', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/cookies/set/flavour/oatmeal');
  assert.equal(answer.status, 302);
  assert.equal(answer.field('Location'), '/cookies');
  assert.equal(answer.field('Set-Cookie'), 'flavour=oatmeal; Path=/');
  assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  assert.match(answer.text(), /<a href="\/cookies">\/cookies<\/a>/);
});

test('a client of https, or of a proxy that says so, gets a secure cookie', async (t) => {
  const server = await serve(t);
  for (const field of [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Protocol', 'HTTPS'],
    ['X-Forwarded-Ssl', 'on'],
  ] as const) {
    const answer = await server.get('/cookies/set/a/1', [field]);
    assert.equal(answer.field('Set-Cookie'), 'a=1; Secure; Path=/', field[0]);
  }
  const answer = await server.get('/cookies/set/a/1', [['X-Forwarded-Proto', 'http']]);
  assert.equal(answer.field('Set-Cookie'), 'a=1; Path=/');
});

test('a value with specials is quoted, and comes back as it was', async (t) => {
  const server = await serve(t);
  for (const value of ['a b', 'a;b,c', '"\\', 'é€', 'a\r\nSet-Cookie: b=2', '\0', '😀', 'plain', 'a=b']) {
    const set = await server.get(`/cookies/set/name/${encodeURIComponent(value)}`);
    assert.equal(set.status, 302, value);
    assert.equal(set.fields.filter(([name]) => name === 'Set-Cookie').length, 1);
    const [pair = ''] = set.field('Set-Cookie')?.split('; Path=/') ?? [];
    const got = await server.get('/cookies', [['Cookie', pair]]);
    assert.deepEqual(got.json(), { cookies: { name: value } });
  }
});

test('a name outside ASCII, or one of inherited members, is a name', async (t) => {
  const server = await serve(t);
  for (const name of ['näme', '__proto__', 'a b', 'user[id]']) {
    const set = await server.get(`/cookies/set/${encodeURIComponent(name)}/v`);
    assert.equal(set.status, 302, name);
    const [pair = ''] = set.field('Set-Cookie')?.split(';') ?? [];
    const { cookies } = Object((await server.get('/cookies', [['Cookie', pair]])).json());
    assert.deepEqual(Object.entries(cookies), [[name, 'v']]);
  }
});

test('a name that would change what the field says is refused', async (t) => {
  const server = await serve(t);
  for (const name of ['a%0D%0AX-Y:%20z', 'a%0Ab', 'a%00', 'a%3Bb', 'a%3Db', '%20', '%09a', 'a%7F']) {
    const answer = await server.get(`/cookies/set/${name}/v`);
    assert.equal(answer.status, 400, name);
    assert.equal(answer.field('Set-Cookie'), undefined);
    assert.equal(answer.field('X-Y'), undefined);
  }
});
