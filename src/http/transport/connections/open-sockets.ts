import type { Socket, Server as SocketServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TcpSockets } from './tcp-sockets.ts';

/** More than the number of modules that wait for the end of a connection: with ten, Node warns of a leak. */
const MAX_LISTENERS = 32;

/** The open connections of a server. Each passes here before any of its bytes is read. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  /** Connections that do not use HTTP/1, or not any more. */
  readonly #others = new WeakSet<Socket>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setMaxListeners(MAX_LISTENERS).on('close', () => this.#sockets.delete(socket));
    // Node removes its listener with CONNECT and with an upgrade, and an error without a listener would end the process. Node
    // closes the socket after the error.
    socket.on('error', () => {});
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

/**
 * The connections of a server with TLS. The TCP socket counts until the handshake, then the TLS socket.
 * @param tcpSockets receives all connections.
 */
export function trackSecureSockets(server: SocketServer, tcpSockets: TcpSockets): OpenSockets {
  const sockets = new OpenSockets();
  server.on('connection', (socket: Socket) => {
    tcpSockets.add(socket);
    sockets.add(socket);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const tcpSocket = tcpSockets.secure(socket);
    if (tcpSocket) sockets.excludeSession(tcpSocket);
    if (socket.alpnProtocol === 'h2') sockets.excludeSession(socket);
    sockets.add(socket);
  });
  return sockets;
}
