import { type AddressInfo, createServer, type Socket, type Server as SocketServer } from 'node:net';

/** A port of this process. */
export interface ConnectionPort {
  readonly port: number;
  /** The address that the system reports. */
  readonly address: string;
  /** Accepts no more connections. Resolves when all are closed. */
  close(): Promise<void>;
}

/** The connections of a port that the caller listens on. */
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
  const acceptors = await listenOnAll(host, port, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, accept),
  );
  // Without a listener, an error would end the process.
  for (const acceptor of acceptors) acceptor.on('error', notAccepted);
  const [first] = acceptors;
  if (first === undefined) throw new Error('The port has no address');
  return { ...addressOf(first), close: () => closeAll(acceptors) };
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
