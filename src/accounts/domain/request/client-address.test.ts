import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeClientNetwork, createClientAddress } from './client-address.ts';

function hop(peerAddress: string, fields: Record<string, string> = {}) {
  return { peerAddress, field: (name: string) => fields[name], scheme: 'http' as const };
}

const forwarded = (value: string) => ({ 'X-Forwarded-For': value });

test('without trusted proxies no forwarding header is used', () => {
  const client = createClientAddress([]);
  const spoofed = hop('192.0.2.1', { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' });
  assert.equal(client.of(spoofed), '192.0.2.1');
  assert.equal(client.scheme(spoofed), 'http');
});

test('behind trusted proxies the client is the rightmost address that is not one of them', () => {
  const client = createClientAddress(['127.0.0.1', '10.0.0.0/8']);
  assert.equal(client.of(hop('127.0.0.1', forwarded('203.0.113.9, 198.51.100.7, 10.1.2.3'))), '198.51.100.7');
  assert.equal(client.of(hop('127.0.0.1', forwarded('10.9.9.9, 10.1.2.3'))), '10.9.9.9');
  assert.equal(client.of(hop('127.0.0.1')), '127.0.0.1');
  assert.equal(client.of(hop('192.0.2.1', forwarded('198.51.100.7'))), '192.0.2.1');
});

test('text that is not an address ends the search for the client', () => {
  const client = createClientAddress(['10.0.0.0/8']);
  assert.equal(client.of(hop('10.0.0.1', forwarded('198.51.100.7, unknown, 10.1.2.3'))), '10.1.2.3');
  assert.equal(client.of(hop('', forwarded('198.51.100.7'))), '');
});

test('addresses are parsed in every notation that proxies write', () => {
  const client = createClientAddress(['::1', 'fd00::/8']);
  assert.equal(client.of(hop('::1', forwarded('198.51.100.7:5678'))), '198.51.100.7');
  assert.equal(client.of(hop('::1', forwarded('[2001:db8::7]:5678'))), '2001:db8::7');
  assert.equal(client.of(hop('fd00::5', forwarded('2001:db8::7'))), '2001:db8::7');
  assert.equal(client.of(hop('::1', forwarded('::ffff:198.51.100.7'))), '198.51.100.7');
});

test('a trusted proxy determines whether the scheme is https', () => {
  const client = createClientAddress(['10.0.0.0/8']);
  assert.equal(client.scheme(hop('10.0.0.1', { 'X-Forwarded-Proto': 'HTTPS, http' })), 'https');
  assert.equal(client.scheme(hop('10.0.0.1', { 'X-Forwarded-Proto': 'gopher' })), 'http');
  assert.equal(client.scheme(hop('10.0.0.1')), 'http');
});

test('without a header of a trusted proxy, the connection determines the scheme', () => {
  const client = createClientAddress(['10.0.0.0/8']);
  const encrypted = { scheme: 'https' as const };
  assert.equal(client.scheme({ ...hop('192.0.2.1'), ...encrypted }), 'https');
  assert.equal(
    client.scheme({ ...hop('192.0.2.1', { 'X-Forwarded-Proto': 'http' }), ...encrypted }),
    'https',
  );
  assert.equal(client.scheme({ ...hop('10.0.0.1'), ...encrypted }), 'https');
});

test('a trusted proxy that is neither an address nor a network is rejected at creation', () => {
  for (const text of ['', 'localhost', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/']) {
    assert.throws(() => createClientAddress([text]), RangeError, text);
  }
});

test('an IPv4 address is its own network, also in its IPv6 notation', () => {
  assert.equal(computeClientNetwork('192.0.2.1'), '192.0.2.1');
  assert.equal(computeClientNetwork('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(computeClientNetwork('::FFFF:192.0.2.1'), '192.0.2.1');
});

test('IPv6 addresses with the same first 64 bits are one network, in any notation', () => {
  for (const address of [
    '2001:db8:0:1::1',
    '2001:DB8:0:1::2',
    '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
    '2001:db8:0:1:a:b:192.0.2.1',
    '2001:db8::1:0:0:0:5%eth0',
  ])
    assert.equal(computeClientNetwork(address), '2001:db8:0:1::/64', address);
});

test('IPv6 addresses with different first 64 bits are different networks', () => {
  const networks = ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1::1', '2001:db9::1', '::1', 'fe80::1'];
  assert.equal(new Set(networks.map(computeClientNetwork)).size, networks.length);
  assert.equal(computeClientNetwork('::1'), '0:0:0:0::/64');
  assert.equal(computeClientNetwork('1::'), '1:0:0:0::/64');
});

test('text that is not an address is its own network', () => {
  assert.equal(computeClientNetwork(''), '');
  assert.equal(computeClientNetwork('unix'), 'unix');
});
