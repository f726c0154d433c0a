import assert from 'node:assert/strict';
import { Server, Socket } from 'node:net';
import { it } from 'node:test';
import { TLSSocket } from 'node:tls';
import type { Recorder } from '../message/recorder.ts';
import { ConnectionInfos } from '../transport/connections/connection-info.ts';
import { TcpSockets } from '../transport/connections/tcp-sockets.ts';
import { observeConnections } from './observe-connections.ts';

it('connections and failed handshakes are recorded, with the parameters of TLS', () => {
  const seen: unknown[] = [];
  const unused = () => assert.fail('only connections are observed');
  const recorder: Recorder = {
    connected: (socket, info) => void seen.push(['connected', socket, info]),
    tlsFailed: (info, { code, isEmpty, answer: { status } }) =>
      void seen.push(['failed', info, code, isEmpty, status]),
    rejected: unused,
    canRecord: unused,
    upgraded: unused,
    awaitsClose: false,
    started: unused,
    ended: unused,
  };
  const listener = new Server();
  const infos = new ConnectionInfos(new TcpSockets(), () => 1);
  observeConnections({ listener, servers: [] }, infos, recorder);
  const [socket, tls] = [new Socket(), Object.assign(new TLSSocket(new Socket()), { alpnProtocol: 'h2' })];
  listener.emit('connection', socket);
  listener.emit('secureConnection', tls);
  const info = infos.of(socket, socket);
  const { alpn } = infos.of(tls, tls).tls ?? assert.fail('no parameters');
  assert.deepEqual([info.tls, alpn], [null, 'h2']);
  const error = (code: string) => Object.assign(new Error(code), { code });
  listener.emit('tlsClientError', error('A'), { _parent: socket, servername: 'h' });
  assert.equal(info.tls, null);
  Object.defineProperty(socket, 'bytesRead', { value: 1 });
  listener.emit('tlsClientError', error('ERR_SSL_HTTP_REQUEST'), { _parent: socket, servername: 'h' });
  assert.deepEqual(info.tls, { version: null, sni: 'h', alpn: null });
  listener.emit('tlsClientError', error('B'), {});
  assert.deepEqual(seen, [
    ['connected', socket, info],
    ['failed', info, 'A', true, null],
    ['failed', info, 'ERR_SSL_HTTP_REQUEST', false, 400],
    ['failed', undefined, 'B', false, null],
  ]);
});
