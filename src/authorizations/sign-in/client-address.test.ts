import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClientAddress } from './client-address.ts';

function hop(peerAddress: string, fields: Record<string, string> = {}) {
  return { peerAddress, field: (name: string) => fields[name], scheme: 'http' as const };
}

const forwarded = (value: string) => ({ 'X-Forwarded-For': value });

test('without trusted proxies no forwarding header is used', () => {
  const client = createClientAddress([]);
  const liar = hop('192.0.2.1', { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' });
  assert.equal(client.of(liar), '192.0.2.1');
  assert.equal(client.scheme(liar), 'http');
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
