import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildUrl } from './url.ts';

test('a URL has the origin, the path and the query of a target, with other characters percent-encoded', () => {
  for (const [target, path] of [
    ['/', '/'],
    ['/a?b=c', '/a?b=c'],
    ['/a?', '/a?'],
    ['*', '/*'],
    ['http://other/a?b', '/a?b'],
    ['/%41%zz%4', '/%41%25zz%254'],
    ['/a b"<>\\^`{|}#\xe9[]', '/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%23%E9%5B%5D'],
    ["/-._~:/?@!$&'()*+,;=", "/-._~:/?@!$&'()*+,;="],
  ] as const)
    assert.equal(buildUrl('http://h:1', target), `http://h:1${path}`, target);
});
