import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPeerName } from './peer.ts';

test('a peer is named by its address and port', () => {
  for (const [remoteAddress, remotePort, name] of [
    ['192.0.2.1', 80, '192.0.2.1:80'],
    ['2001:db8::1', 80, '[2001:db8::1]:80'],
    [undefined, undefined, ':0'],
  ] as const)
    assert.equal(formatPeerName({ remoteAddress, remotePort }), name);
});
