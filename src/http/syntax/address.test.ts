import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isLocalhostName,
  isLoopbackAddress,
  isLoopbackBind,
  isLoopbackHost,
  parseNetwork,
  unmapAddress,
} from './address.ts';

test('loopback addresses are recognized in every form', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3'])
    assert.ok(isLoopbackAddress(address), address);
  for (const address of [
    '0.0.0.0',
    '::',
    '128.0.0.1',
    '10.127.0.1',
    '1127.0.0.1',
    '2::1',
    '::ffff:10.0.0.1',
    '127.0.0.1.example',
    '',
  ])
    assert.ok(!isLoopbackAddress(address), address);
});

test('localhost and its subdomains are recognized, with a port or a final dot', () => {
  for (const host of ['localhost', 'LocalHost:80', 'localhost.', 'a.b.localhost', 'a.localhost.:8080'])
    assert.ok(isLocalhostName(host), host);
  for (const host of ['notlocalhost', 'localhost.example', 'localhost:80.example', '127.0.0.1', ''])
    assert.ok(!isLocalhostName(host), host);
});

test('a bind is on loopback when its name or address is', async () => {
  const local = ['127.0.0.1', '127.0.0.2', '::1', 'localhost', 'any.localhost'];
  for (const host of local) assert.ok(await isLoopbackBind([host]), host);
  assert.ok(await isLoopbackBind(local));
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'no such name']) {
    assert.ok(!(await isLoopbackBind([host])), host);
    assert.ok(!(await isLoopbackBind(['127.0.0.1', host])), host);
  }
});

test('the host of a URL on loopback is localhost itself or an address of loopback', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', '::1'])
    assert.ok(isLoopbackHost(host), host);
  for (const host of ['a.localhost', '128.0.0.1', '[::2]', 'localhost:80', ''])
    assert.ok(!isLoopbackHost(host), host);
});

test('an IPv4-mapped address is reduced to its IPv4 address', () => {
  assert.equal(unmapAddress('::ffff:192.0.2.1'), '192.0.2.1');
  for (const address of ['192.0.2.1', '::1', '::ffff:c000:201', ''])
    assert.equal(unmapAddress(address), address);
});

test('a network is an IP address with an optional prefix length', () => {
  assert.deepEqual(parseNetwork('192.0.2.1'), { address: '192.0.2.1', family: 'ipv4', prefix: undefined });
  assert.deepEqual(parseNetwork('fd00::/8'), { address: 'fd00::', family: 'ipv6', prefix: 8 });
  for (const [address, family, prefix] of [
    ['0.0.0.0', 'ipv4', 0],
    ['10.0.0.0', 'ipv4', 32],
    ['::', 'ipv6', 0],
    ['::1', 'ipv6', 128],
  ] as const)
    assert.deepEqual(parseNetwork(`${address}/${prefix}`), { address, family, prefix });
  for (const text of [
    '',
    'localhost',
    '/10.0.0.0/8',
    '%10.0.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fe80::1%eth0',
  ])
    assert.equal(parseNetwork(text), undefined, text);
});
