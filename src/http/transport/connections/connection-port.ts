import type { AddressInfo, Socket, Server as SocketServer } from 'node:net';

/** Where a server gets its connections. */
export interface ConnectionPort {
  readonly port: number;
  /** The address that the system reports; undefined for a port of another process. */
  readonly address: string | undefined;
  /** Resolves with the number of open connections. */
  count(): Promise<number>;
  /** Accepts no more connections. Resolves when all are closed. */
  close(): Promise<void>;
}

/** The connections of a port that another process listens on. */
export interface ConnectionSource {
  readonly port: number;
  /** The listener gets each connection from now on. */
  accept(listener: (socket: Socket) => void): void;
}

/** Listens on a port. @throws the system's error, for instance EADDRINUSE, when the address is not available. */
export async function openPort(
  server: SocketServer,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ConnectionPort> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    ...addressOf(server),
    count: () => new Promise((resolve) => server.getConnections((_, count = 0) => resolve(count))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Serves the connections of another process.
 * @param allowHalfOpen whether the server responds to a client that has ended its side. Node sets it on the connections that the
 * server accepts itself.
 */
export function receiveConnections(
  server: SocketServer,
  source: ConnectionSource,
  allowHalfOpen: boolean,
): ConnectionPort {
  const closed = Promise.withResolvers<void>();
  let count = 0;
  let isClosing = false;
  // Node limits the times of HTTP/1 connections from this event on.
  server.emit('listening');
  source.accept((socket) => {
    count++;
    socket.once('close', () => {
      count--;
      if (isClosing && count === 0) closed.resolve();
    });
    socket.allowHalfOpen = allowHalfOpen;
    server.emit('connection', socket);
  });
  return {
    port: source.port,
    address: undefined,
    count: async () => count,
    close() {
      isClosing = true;
      // It is an error for a server that does not listen, and ends the time limits all the same.
      server.close(() => {});
      if (count === 0) closed.resolve();
      return closed.promise;
    },
  };
}

function addressOf(server: SocketServer): Pick<AddressInfo, 'port' | 'address'> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address');
  return { port: address.port, address: address.address };
}
