import type { Socket, Server as SocketServer } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** The open connections of a server. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  /** Connections that do not use HTTP/1, or not any more. */
  readonly #others = new WeakSet<Socket>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  /** Excludes a connection of an HTTP/2 session, which tracks its own requests. */
  excludeSession(socket: Socket): void {
    this.#others.add(socket);
  }

  /** Closes idle HTTP/1 connections, and connections without a request so far. */
  closeIdle(isIdle: (socket: Socket) => boolean): void {
    for (const socket of this.#sockets) {
      // An ended connection closes when its client has read the response.
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

/** The connections of a server with TLS. The TCP socket counts until the handshake, then the TLS socket. */
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
    const tcpSocket = handshakes.get(key);
    if (tcpSocket) sockets.excludeSession(tcpSocket);
    handshakes.delete(key);
    if (socket.alpnProtocol === 'h2') sockets.excludeSession(socket);
    sockets.add(socket);
  });
  return sockets;
}

/** Address and port of the client, which are unique among open connections. */
function toKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
