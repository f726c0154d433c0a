import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { isReservedCookie } from './accounts-origin.ts';

test('recognizes the session cookie in any notation, and no other', () => {
  for (const line of [
    'sparring_session=1',
    ' sparring_session = 1; Path=/',
    '=sparring_session=1',
    '==sparring_session',
    'sparring_session\t=1',
    // A Unicode space in UTF-8, which the cookie parser strips.
    '\xc2\xa0sparring_session=1',
    '\xef\xbb\xbfsparring_session\xe3\x80\x80=1',
    '=\xe2\x80\xa8 sparring_session=1',
    '__Host-sparring_session=1',
    ' =__secure-sparring_session=1',
    '__Host-Http-sparring_session=1',
  ])
    assert.equal(isReservedCookie(line), true, line);
  for (const line of [
    'a=sparring_session=1',
    'sparring_sessions=1',
    '__Host-a=sparring_session',
    'x; sparring_session=1',
    '',
  ])
    assert.equal(isReservedCookie(line), false, line);
});

test('no endpoint sets the session cookie', async (t) => {
  const server = await serve(t);
  for (const path of [
    '/cookies/set/sparring_session/1',
    '/cookies/set?a=1&sparring_session=1',
    '/cookies/set?%3Dsparring_session=1',
    '/cookies/set/__Host-sparring_session/1',
    '/cookies/delete?sparring_session',
    '/response-headers?Set-Cookie=sparring_session%3D1;%20Path=/settings',
    '/response-headers?set-cookie=%3Dsparring_session%3D1',
    '/compose?cookie=sparring_session%3D1',
    '/compose?header=Set-Cookie:%20sparring_session%3D1',
    '/response-headers?Set-Cookie=%C3%82%C2%A0sparring_session%3D1;%20Path=/settings',
    '/compose?header=Set-Cookie:%20%C3%AF%C2%BB%C2%BFsparring_session%3D1',
  ]) {
    const response = await server.get(path);
    // One of them is rejected because the name of the cookie is invalid.
    assert.equal(
      response.status,
      path === '/cookies/set?%3Dsparring_session=1' ? 400 : 403,
      `${path} ${response.text()}`,
    );
    assert.equal(response.field('Set-Cookie'), undefined);
  }
});
