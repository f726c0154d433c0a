import assert from 'node:assert/strict';
import { Server, Socket } from 'node:net';
import { it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { type OpenSockets, trackSecureSockets, trackSockets } from './open-sockets.ts';
import { TcpSockets } from './tcp-sockets.ts';

/** Which of the sockets are destroyed after the action. */
function destroyedBy(sockets: readonly Socket[], action: () => void): boolean[] {
  action();
  return sockets.map(({ destroyed }) => destroyed);
}

function connect(server: Server): Socket {
  const socket = new Socket();
  server.emit('connection', socket);
  return socket;
}

it('idle connections are closed, except those that have ended or belong to a session', () => {
  const server = new Server();
  const tracked = trackSockets(server);
  const [idle, busy, ended, session] = [connect(server), connect(server), connect(server), connect(server)];
  ended.end();
  tracked.excludeSession(session);
  const all = [idle, busy, ended, session];
  assert.deepEqual(
    destroyedBy(all, () => tracked.closeIdle((socket) => socket !== busy)),
    [true, false, false, false],
  );
  assert.deepEqual(
    destroyedBy(all, () => tracked.destroy()),
    [true, true, true, true],
  );
});

it('a closed connection is not tracked', () => {
  const server = new Server();
  const tracked = trackSockets(server);
  const [closed, open] = [connect(server), connect(server)];
  closed.emit('close');
  const asked: Socket[] = [];
  const isIdle = (socket: Socket) => asked.push(socket) === 0;
  tracked.closeIdle(isIdle);
  assert.deepEqual([asked.length, asked[0] === open], [1, true]);
});

it('a connection with TLS is its TLS socket after the handshake, unless it is a session', () => {
  const server = new Server();
  const tcpSockets = new TcpSockets();
  const tracked: OpenSockets = trackSecureSockets(server, tcpSockets);
  const shake = (alpnProtocol: string) => {
    const tcp = connect(server);
    const tls = Object.assign(new TLSSocket(new Socket()), { alpnProtocol });
    server.emit('secureConnection', tls);
    // The addresses of these sockets are equal.
    assert.deepEqual(tcpSockets.of(tls), { tcp, tls });
    return [tcp, tls];
  };
  const sockets = [...shake('http/1.1'), ...shake('h2'), connect(server)];
  assert.deepEqual(
    destroyedBy(sockets, () => tracked.closeIdle(() => true)),
    [false, true, false, false, true],
  );
  assert.deepEqual(
    destroyedBy(sockets, () => tracked.destroy()),
    [true, true, true, true, true],
  );
});
