import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/serve.ts';
import { isReservedCookie } from './reserved-cookie.ts';

test('the cookie of the sign-in is known however it is written, and no other is taken for it', () => {
  for (const line of [
    'sparring_session=1',
    ' sparring_session = 1; Path=/',
    '=sparring_session=1',
    '==sparring_session',
  ])
    assert.equal(isReservedCookie(line), true, line);
  for (const line of ['a=sparring_session=1', 'sparring_sessions=1', 'x; sparring_session=1', ''])
    assert.equal(isReservedCookie(line), false, line);
});

test('no endpoint plants the cookie of the sign-in', async (t) => {
  const server = await serve(t);
  for (const path of [
    '/cookies/set/sparring_session/1',
    '/cookies/set?a=1&sparring_session=1',
    '/cookies/set?%3Dsparring_session=1',
    '/response-headers?Set-Cookie=sparring_session%3D1;%20Path=/settings',
    '/response-headers?set-cookie=%3Dsparring_session%3D1',
    '/compose?cookie=sparring_session%3D1',
    '/compose?header=Set-Cookie:%20sparring_session%3D1',
  ]) {
    const answer = await server.get(path);
    assert.equal(answer.status, 400, `${path} ${answer.text()}`);
    assert.equal(answer.field('Set-Cookie'), undefined);
  }
});
