import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { ConnectionInfos, readFailedTls, readTlsParameters } from './connection-info.ts';
import { TcpSockets } from './tcp-sockets.ts';

function open() {
  let last = 0;
  const tcpSockets = new TcpSockets();
  return { tcpSockets, infos: new ConnectionInfos(tcpSockets, () => ++last) };
}

const peer = (remotePort: number) => ({ remoteAddress: '::1', remotePort });

it('a connection has its peer, and a number when it is read first', () => {
  const { infos } = open();
  const [one, other] = [{}, {}];
  const first = infos.of(one, peer(1));
  const second = infos.of(other, peer(2));
  assert.equal(infos.of(one, peer(1)), first);
  assert.deepEqual([first.remote, first.requestCount, first.tls], ['[::1]:1', 0, null]);
  assert.deepEqual([second.id, first.id, second.id], [1, 2, 1]);
});

it('a TCP socket, its TLS socket and its session are one connection', () => {
  const { infos, tcpSockets } = open();
  // A socket that is not connected has no address, as all of these.
  const [tcp, session] = [new Socket(), {}];
  tcpSockets.add(tcp);
  const info = infos.of(tcp, tcp);
  assert.equal(infos.of(session, {}), info);
  assert.equal(infos.of(session, {}), info);
  assert.deepEqual(tcpSockets.of({}), { tcp, tls: undefined });
  assert.equal(tcpSockets.of(peer(1)), undefined);
  assert.deepEqual(infos.ofFailedTls({ _parent: tcp }), { info, isEmpty: true });
  for (const other of [{}, { _parent: null }, { _parent: 'x' }, { _parent: {} }])
    assert.equal(infos.ofFailedTls(other).info, undefined);
  const next = new Socket();
  tcpSockets.add(next);
  tcp.emit('close');
  assert.equal(tcpSockets.of({})?.tcp, next, 'the port is used again');
  next.emit('close');
  assert.equal(tcpSockets.of({}), undefined);
});

it('a socket without TLS has no parameters, and a failed handshake has the name at most', () => {
  assert.equal(readTlsParameters(new Socket()), null);
  for (const [servername, sni] of [
    ['h', 'h'],
    ['', null],
    [false, null],
    [undefined, null],
  ] as const)
    assert.deepEqual(readFailedTls({ servername }), { version: null, sni, alpn: null });
});
