import { TLSSocket } from 'node:tls';
import { formatPeerName, type Peer } from '#wire/peer.ts';
import type { TcpSockets } from './tcp-sockets.ts';

/** The TLS handshake of a connection. */
export interface TlsParameters {
  readonly version: string | null;
  /** The server name that the client asked for (RFC 6066 §3). */
  readonly sni: string | null;
  /** The protocol that was negotiated (RFC 7301). */
  readonly alpn: string | null;
}

/** What is known of a connection. Records refer to it after its end, so it refers to no socket. */
export class ConnectionInfo {
  /** Address and port of the client. */
  readonly remote: string;
  /** Number of requests received on the connection. */
  requestCount = 0;
  /** Null without TLS, and before the end of the handshake. */
  tls: TlsParameters | null = null;
  readonly #nextId: () => number;
  #id: number | undefined;

  constructor(remote: string, nextId: () => number) {
    this.remote = remote;
    this.#nextId = nextId;
  }

  /** Number of the connection, which is greater than those that were read before on other connections. */
  get id(): number {
    this.#id ??= this.#nextId();
    return this.#id;
  }
}

/** What is known of the connections of a port. A TCP socket, its TLS socket and its HTTP/2 session share it. */
export class ConnectionInfos {
  readonly #known = new WeakMap<object, ConnectionInfo>();
  readonly #tcpSockets: TcpSockets;
  readonly #nextId: () => number;

  constructor(tcpSockets: TcpSockets, nextId: () => number) {
    this.#tcpSockets = tcpSockets;
    this.#nextId = nextId;
  }

  /**
   * @param connection a socket or a session.
   * @param peer the socket, or that of the session.
   */
  of(connection: object, peer: Peer): ConnectionInfo {
    const known = this.#known.get(connection);
    if (known) return known;
    const tcp = this.#tcpSockets.of(peer)?.tcp ?? connection;
    const info = this.#known.get(tcp) ?? new ConnectionInfo(formatPeerName(peer), this.#nextId);
    this.#known.set(tcp, info).set(connection, info);
    return info;
  }

  /**
   * The information on a TLS socket whose handshake failed, and whether its client has sent nothing. Node has removed its address, but not its
   * TCP socket.
   */
  ofFailedTls(socket: object): { readonly info: ConnectionInfo | undefined; readonly isEmpty: boolean } {
    const tcp: unknown = Reflect.get(socket, '_parent');
    if (typeof tcp !== 'object' || tcp === null) return { info: undefined, isEmpty: false };
    return { info: this.#known.get(tcp), isEmpty: Reflect.get(tcp, 'bytesRead') === 0 };
  }
}

/**
 * The parameters of a handshake; null without TLS. Only for a socket whose handshake has just ended: Node crashes when it
 * is asked for the protocol of a socket whose TLS state is destroyed.
 */
export function readTlsParameters(socket: unknown): TlsParameters | null {
  if (!(socket instanceof TLSSocket)) return null;
  return {
    version: socket.getProtocol(),
    sni: readText(Reflect.get(socket, 'servername')),
    alpn: readText(socket.alpnProtocol),
  };
}

/** What is known of a handshake that failed. */
export function readFailedTls(socket: object): TlsParameters {
  return { version: null, sni: readText(Reflect.get(socket, 'servername')), alpn: null };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
