import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

test('sets a cookie, and redirects to the list with a page', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies/set/flavour/oatmeal');
  assert.equal(response.status, 302);
  assert.equal(response.field('Location'), '/cookies');
  assert.equal(response.field('Set-Cookie'), 'flavour=oatmeal; Path=/');
  assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  assert.match(response.text(), /<a href="\/cookies">\/cookies<\/a>/);
});

test('sets Secure for HTTPS clients, also behind a proxy', async (t) => {
  const server = await serve(t);
  for (const field of [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Protocol', 'HTTPS'],
    ['X-Forwarded-Ssl', 'on'],
  ] as const) {
    const response = await server.get('/cookies/set/a/1', [field]);
    assert.equal(response.field('Set-Cookie'), 'a=1; Secure; Path=/', field[0]);
  }
  const response = await server.get('/cookies/set/a/1', [['X-Forwarded-Proto', 'http']]);
  assert.equal(response.field('Set-Cookie'), 'a=1; Path=/');
});

test('quotes a value with special characters, and returns it unchanged', async (t) => {
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

test('accepts names outside ASCII and names of inherited members', async (t) => {
  const server = await serve(t);
  for (const name of ['näme', '__proto__', 'a b', 'user[id]']) {
    const set = await server.get(`/cookies/set/${encodeURIComponent(name)}/v`);
    assert.equal(set.status, 302, name);
    const [pair = ''] = set.field('Set-Cookie')?.split(';') ?? [];
    const { cookies } = Object((await server.get('/cookies', [['Cookie', pair]])).json());
    // Compat: httpbin shows each byte of a name as a character.
    assert.deepEqual(Object.entries(cookies), [[Buffer.from(name).toString('latin1'), 'v']]);
  }
});

test('rejects a name that would change the header', async (t) => {
  const server = await serve(t);
  for (const name of ['a%0D%0AX-Y:%20z', 'a%0Ab', 'a%00', 'a%3Bb', 'a%3Db', '%20', '%09a', 'a%7F']) {
    const response = await server.get(`/cookies/set/${name}/v`);
    assert.equal(response.status, 400, name);
    assert.equal(response.field('Set-Cookie'), undefined);
    assert.equal(response.field('X-Y'), undefined);
  }
});

const cookiesOf = (response: WireResponse) =>
  response.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);

test('sets a cookie for each name in the query, with its first value', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies/set?b=2&a=1&b=3&c&__proto__=x&d=a+b%3B');
  assert.deepEqual([response.status, response.field('Location')], [302, '/cookies']);
  assert.match(response.text(), /<a href="\/cookies">/);
  assert.deepEqual(cookiesOf(response), [
    'b=2; Path=/',
    'a=1; Path=/',
    'c=; Path=/',
    '__proto__=x; Path=/',
    'd="a b\\073"; Path=/',
  ]);
  assert.deepEqual(cookiesOf(await server.get('/cookies/set')), []);
  assert.deepEqual(cookiesOf(await server.get('/cookies/set?a=1', [['X-Forwarded-Proto', 'https']])), [
    'a=1; Secure; Path=/',
  ]);
});

test('applies attributes to all cookies, in any case', async (t) => {
  const server = await serve(t);
  for (const [query, written] of [
    ['attr[Path]=/a&attr[Domain]=h.example', 'Domain=h.example; Path=/a'],
    ['attr[httponly]=TRUE&attr[SECURE]=1', 'Secure; HttpOnly; Path=/'],
    ['attr[HttpOnly]=false&attr[Secure]=yes', 'Path=/'],
    ['attr[SameSite]=none', 'Path=/; SameSite=None'],
    ['attr[max-age]=-1&attr[max-age]=5', 'Max-Age=-1; Path=/'],
    [
      'ATTR[Expires]=Thu,%2001%20Jan%202099%2000:00:00%20GMT',
      'Expires=Thu, 01 Jan 2099 00:00:00 GMT; Path=/',
    ],
    ['attr[Partitioned]=1&attr[Secure]=1', 'Secure; Path=/; Partitioned'],
  ] as const) {
    const response = await server.get(`/cookies/set?a=1&${query}&b=2`);
    assert.deepEqual(cookiesOf(response), [`a=1; ${written}`, `b=2; ${written}`], query);
  }
  const plain = await server.get('/cookies/set?a=1&attr[Secure]=0', [['X-Forwarded-Proto', 'https']]);
  assert.deepEqual(cookiesOf(plain), ['a=1; Path=/']);
});

test('rejects unknown and ambiguous attributes', async (t) => {
  const server = await serve(t);
  for (const query of [
    'attr[colour]=red',
    'attr[]=x',
    'attr[__proto__]=x',
    'attr[Path]=/;%20Domain=x',
    'attr[Domain]=%0d%0aX-Evil:%201',
    'attr[Path]=/%C3%A9',
    'attr[SameSite]=',
    'attr[Max-Age]=soon',
    'attr[Max-Age]=1e3',
  ]) {
    const response = await server.get(`/cookies/set?a=1&${query}`);
    assert.equal(response.status, 400, query);
    assert.deepEqual(cookiesOf(response), []);
  }
});

test('rejects an invalid name in the query', async (t) => {
  const server = await serve(t);
  for (const query of ['=1', 'a%3Bb=1', 'a%0D%0AX-Evil:%201=1', 'a%3Db=1']) {
    const response = await server.get(`/cookies/set?${query}`);
    assert.deepEqual([response.status, cookiesOf(response)], [400, []], query);
  }
});
