import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRedirect, isRedirectUri } from './redirect-uri.ts';

const callback = 'https://buildbot.example/hook';

test('a redirect goes to the registered host and port, at or below the registered path', () => {
  for (const requested of [
    callback,
    `${callback}/`,
    `${callback}/deeper?x=1`,
    'https://BUILDBOT.example:443/hook',
  ])
    assert.equal(isRedirectUri(requested, callback), true, requested);
  assert.equal(isRedirectUri('https://buildbot.example/any', 'https://buildbot.example/'), true);
  assert.equal(isRedirectUri('https://buildbot.example/any', 'https://buildbot.example'), true);
});

test('a redirect to any other target is rejected, in every notation', () => {
  for (const requested of [
    'http://buildbot.example/hook',
    'https://buildbot.example:8443/hook',
    'https://www.buildbot.example/hook',
    'https://buildbot.example/',
    'https://buildbot.example/hooks',
    'https://buildbot.example/hook/../evil',
    'https://buildbot.example/hook/%2e%2e/evil',
    'https://buildbot.example/hook/..%2fevil',
    'https://buildbot.example@evil.example/hook',
    'https://evil.example\\@buildbot.example/hook',
    '//buildbot.example/hook',
    '/hook',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    ' ',
    `${callback}#x`,
    `${callback}\r\nX: y`,
    'https://buildbot.example/hook\t',
    'https:buildbot.example/hook',
  ])
    assert.equal(isRedirectUri(requested, callback), false, requested);
});

test('on a loopback address the port may differ, but not the host', () => {
  assert.equal(isRedirectUri('http://127.0.0.1:49152/cb', 'http://127.0.0.1/cb'), true);
  assert.equal(isRedirectUri('http://localhost:3000/cb', 'http://localhost:8080/cb'), true);
  assert.equal(isRedirectUri('http://[::1]:3000/cb', 'http://[::1]/cb'), true);
  assert.equal(isRedirectUri('http://localhost:3000/cb', 'http://127.0.0.1/cb'), false);
});

test('parameters are appended to the query of the target', () => {
  assert.equal(
    buildRedirect('https://buildbot.example/hook?a=1', { code: 'x', state: 'ü&', error: undefined }),
    'https://buildbot.example/hook?a=1&code=x&state=%C3%BC%26',
  );
});
