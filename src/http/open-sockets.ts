import type { Socket, Server as SocketServer } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** The open connections of a server. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  /** Those on which no request of HTTP/1 can be in progress: they speak another protocol. */
  readonly #others = new WeakSet<Socket>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  /** Leaves the connection to sessions of HTTP/2, which know what is in progress on it. */
  leaveToSession(socket: Socket): void {
    this.#others.add(socket);
  }

  /** Closes connections that speak HTTP/1, or nothing yet, and are idle. */
  closeIdle(isIdle: (socket: Socket) => boolean): void {
    for (const socket of this.#sockets) {
      // One that has been ended closes by itself when its client has read the answer.
      if (!this.#others.has(socket) && !socket.writableEnded && isIdle(socket)) socket.destroy();
    }
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The connections of a server without TLS. */
export function trackSockets(server: SocketServer): OpenSockets {
  const sockets = new OpenSockets();
  server.on('connection', (socket) => sockets.add(socket));
  return sockets;
}

/** The connections of a server with TLS. Requests come on a socket of TLS; the one below it counts until the handshake. */
export function trackSecureSockets(server: SocketServer): OpenSockets {
  const sockets = new OpenSockets();
  const handshakes = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const key = toKey(socket);
    handshakes.set(key, socket);
    socket.on('close', () => handshakes.delete(key));
    sockets.add(socket);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const key = toKey(socket);
    const below = handshakes.get(key);
    if (below) sockets.leaveToSession(below);
    handshakes.delete(key);
    if (socket.alpnProtocol === 'h2') sockets.leaveToSession(socket);
    sockets.add(socket);
  });
  return sockets;
}

/** One at a time has it: address and port of the client. */
function toKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
