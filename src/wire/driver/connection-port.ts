import { type AddressInfo, createServer, type Socket, type Server as SocketServer } from 'node:net';

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

export interface PortOptions {
  /** Names and addresses. `localhost` is both loopback addresses, of which one can be missing. */
  readonly host: readonly string[];
  /** 0 selects a free port. */
  readonly port: number;
  /** See `receiveConnections`. */
  readonly allowHalfOpen: boolean;
}

/** Listens on a port. @throws the system's error, for instance EADDRINUSE, when an address is not available. */
export async function openPort(
  server: SocketServer,
  { host, port, allowHalfOpen }: PortOptions,
): Promise<ConnectionPort> {
  const [first = '', ...others] = host;
  if (others.length > 0 || first === LOCALHOST) return openPorts(server, { host, port, allowHalfOpen });
  await listen(server, { host: first, port });
  return {
    ...addressOf(server),
    count: () => new Promise((resolve) => server.getConnections((_, count = 0) => resolve(count))),
    close: () => closeAll([server]),
  };
}

/** A server of Node listens on one address. Others accept its connections. */
async function openPorts(
  server: SocketServer,
  { host, port, allowHalfOpen }: PortOptions,
): Promise<ConnectionPort> {
  let accept = (_: Socket): void => {};
  const source: ConnectionSource = {
    port,
    accept(listener) {
      accept = listener;
    },
  };
  const received = receiveConnections(server, source, allowHalfOpen);
  const acceptors = await listenOnAll(host, port, () =>
    createServer({ allowHalfOpen, noDelay: true }, (socket) => accept(socket)),
  ).catch((error) => {
    void received.close();
    throw error;
  });
  for (const acceptor of acceptors) acceptor.on('error', (error) => server.emit('error', error));
  const [first = server] = acceptors;
  return {
    ...received,
    ...addressOf(first),
    async close() {
      await Promise.all([closeAll(acceptors), received.close()]);
    },
  };
}

/**
 * Listens on one port of all addresses. A port that the system selects at the first address can be in use at another one;
 * then it selects again.
 * @param create creates the server of an address.
 * @throws the system's error when an address is not available. No server listens then.
 */
export async function listenOnAll(
  hosts: readonly string[],
  port: number,
  create: () => SocketServer,
): Promise<SocketServer[]> {
  for (let attempt = 1; ; attempt++) {
    const servers: SocketServer[] = [];
    try {
      for (const address of expandAddresses(hosts)) {
        const server = create();
        const selected = servers.length > 0 ? portOf(servers) : port;
        const failure = await listen(server, { ...address, port: selected }).catch((error) => error);
        if (failure === undefined) servers.push(server);
        // Where IPv6 is off, `localhost` is the IPv4 address.
        else if (!address.isOptional || !isMissing(failure)) throw failure;
      }
      return servers;
    } catch (error) {
      await closeAll(servers);
      if (port !== 0 || servers.length === 0 || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const MAX_ATTEMPTS = 20;

const LOCALHOST = 'localhost';

function expandAddresses(hosts: readonly string[]) {
  const addresses = hosts.flatMap((host) => (host === LOCALHOST ? ['127.0.0.1', '::1'] : [host]));
  const isOptional = (address: string) => address === '::1' && !hosts.includes(address);
  // With an address of IPv4 in the list, `::` must not contain it.
  const ipv6Only = addresses.length > 1;
  return [...new Set(addresses)].map((host) => ({ host, ipv6Only, isOptional: isOptional(host) }));
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
}

function listen(
  server: SocketServer,
  options: { readonly host: string; readonly port: number; readonly ipv6Only?: boolean },
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Stops listening. Resolves when all connections are closed. */
export async function closeAll(servers: readonly SocketServer[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
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

/** The port of servers that listen on one port. */
export function portOf([server]: readonly SocketServer[]): number {
  if (!server) throw new Error('There is no server');
  return addressOf(server).port;
}
