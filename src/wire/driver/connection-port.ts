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
  /** A connection was not accepted, for instance because the process has too many open files. By default, it is ignored. */
  readonly notAccepted?: ((error: Error) => void) | undefined;
}

/** Gets each connection of a port. */
export type Accept = (socket: Socket) => void;

/** Listens on a port. @throws the system's error, for instance EADDRINUSE, when an address is not available. */
export async function openPort(
  accept: Accept,
  { host, port, notAccepted = () => {} }: PortOptions,
): Promise<ConnectionPort> {
  const connections = new OpenConnections(accept);
  const acceptors = await listenOnAll(host, port, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, connections.accept),
  );
  // Without a listener, an error would end the process.
  for (const acceptor of acceptors) acceptor.on('error', notAccepted);
  const [first] = acceptors;
  if (first === undefined) throw new Error('The port has no address');
  return {
    ...addressOf(first),
    count: async () => connections.count,
    async close() {
      await Promise.all([closeAll(acceptors), connections.closed()]);
    },
  };
}

/** Serves the connections of another process. */
export function receiveConnections(source: ConnectionSource, accept: Accept): ConnectionPort {
  const connections = new OpenConnections(accept);
  source.accept(connections.accept);
  return {
    port: source.port,
    address: undefined,
    count: async () => connections.count,
    close: () => connections.closed(),
  };
}

/** Counts the connections that were accepted. */
class OpenConnections {
  count = 0;
  readonly #accept: Accept;
  readonly #waiters: (() => void)[] = [];

  constructor(accept: Accept) {
    this.#accept = accept;
  }

  readonly accept = (socket: Socket): void => {
    this.count++;
    socket.once('close', this.#onClose);
    this.#accept(socket);
  };

  /** Resolves when none is open. */
  closed(): Promise<void> {
    if (this.count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  readonly #onClose = (): void => {
    this.count--;
    if (this.count > 0) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
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
