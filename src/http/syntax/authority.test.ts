import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAuthority, isAuthority, splitAuthority, withoutBrackets } from './authority.ts';

test('an authority is split into host and port', () => {
  for (const [text, host, port] of [
    ['example.com', 'example.com', ''],
    ['example.com:8080', 'example.com', ':8080'],
    ['example.com:', 'example.com', ':'],
    ['127.0.0.1:80', '127.0.0.1', ':80'],
    ['[::1]', '[::1]', ''],
    ['[::1]:8080', '[::1]', ':8080'],
    ['[::ffff:127.0.0.1]:1', '[::ffff:127.0.0.1]', ':1'],
    ['example.com:http', 'example.com:http', ''],
    ['example.com:h', 'example.com:h', ''],
    ['[::1]:h', '[::1]:h', ''],
    [':80', '', ':80'],
    ['80', '80', ''],
    ['', '', ''],
  ] as const)
    assert.deepEqual(splitAuthority(text), { host, port }, text);
});

test('an authority is written with brackets around an IPv6 address', () => {
  assert.equal(formatAuthority('localhost', 80), 'localhost:80');
  assert.equal(formatAuthority('127.0.0.1', 8080), '127.0.0.1:8080');
  assert.equal(formatAuthority('::1', 8080), '[::1]:8080');
  assert.equal(withoutBrackets('[::1]'), '::1');
  assert.equal(withoutBrackets('::1'), '::1');
  assert.equal(withoutBrackets('[a'), '[a');
});

test('an authority is a name or an address, with a port of at most 65535', () => {
  for (const text of [
    'a',
    'A-z.9_~',
    'a:',
    'a:0',
    'a:65535',
    'x'.repeat(255),
    '127.0.0.1:80',
    '[::1]',
    '[::1]:',
    '[::1]:65535',
    '[::FFFF:127.0.0.1]:1',
  ])
    assert.equal(isAuthority(text), true, text);
  for (const text of [
    '',
    ':80',
    'a:65536',
    'a:000080',
    'a:b',
    'a b',
    'a/b',
    'x'.repeat(256),
    '[::1',
    '[:::1]',
    '[]',
    '[::1]x',
    'x[::1]',
    '[::1]:65536',
    '[::1]:000001',
    '[127.0.0.1]',
    'a@b',
  ])
    assert.equal(isAuthority(text), false, text);
});

test('only a host with both brackets loses them', () => {
  assert.equal(withoutBrackets('a]'), 'a]');
});
