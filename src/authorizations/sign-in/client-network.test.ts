import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toClientNetwork } from './client-network.ts';

test('an IPv4 address is its own network, also in its IPv6 notation', () => {
  assert.equal(toClientNetwork('192.0.2.1'), '192.0.2.1');
  assert.equal(toClientNetwork('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(toClientNetwork('::FFFF:192.0.2.1'), '192.0.2.1');
});

test('IPv6 addresses with the same first 64 bits are one network, in any notation', () => {
  for (const address of [
    '2001:db8:0:1::1',
    '2001:DB8:0:1::2',
    '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
    '2001:db8:0:1:a:b:192.0.2.1',
    '2001:db8::1:0:0:0:5%eth0',
  ])
    assert.equal(toClientNetwork(address), '2001:db8:0:1::/64', address);
});

test('IPv6 addresses with different first 64 bits are different networks', () => {
  const networks = ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1::1', '2001:db9::1', '::1', 'fe80::1'];
  assert.equal(new Set(networks.map(toClientNetwork)).size, networks.length);
  assert.equal(toClientNetwork('::1'), '0:0:0:0::/64');
  assert.equal(toClientNetwork('1::'), '1:0:0:0::/64');
});

test('text that is not an address is its own network', () => {
  assert.equal(toClientNetwork(''), '');
  assert.equal(toClientNetwork('unix'), 'unix');
});
