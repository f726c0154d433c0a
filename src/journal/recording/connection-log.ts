import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type Peer, toPeerName } from '../../http/syntax/address.ts';
import type { RecordedTls } from './record.ts';

/** A connection of the server, as long as it is open. */
export interface ConnectionFacts {
  readonly id: number;
  readonly remote: string;
  /** Number of requests so far. */
  requests: number;
  /** Whether the connection is described by an entry of its own. */
  hasEntry: boolean;
  /** Null without TLS, and before the end of the handshake. */
  tls: RecordedTls | null;
}

/** Numbers the connections of a server, and finds a connection by its socket or its HTTP/2 session. */
export class ConnectionLog {
  readonly #byConnection = new WeakMap<object, ConnectionFacts>();
  /** Open connections by the address of the client, which a TLS socket shares with its TCP socket. */
  readonly #byPeer = new Map<string, ConnectionFacts>();
  #lastId = 0;

  open(socket: Duplex & Peer): ConnectionFacts {
    const remote = toPeerName(socket);
    const facts = { id: ++this.#lastId, remote, requests: 0, hasEntry: false, tls: null };
    this.#byConnection.set(socket, facts);
    this.#byPeer.set(remote, facts);
    socket.once('close', () => {
      if (this.#byPeer.get(remote) === facts) this.#byPeer.delete(remote);
    });
    return facts;
  }

  /** Makes the connection known by its TLS socket or its session, too. */
  identify(connection: object, peer: Peer): void {
    const facts = this.#byPeer.get(toPeerName(peer));
    if (!facts) return;
    this.#byConnection.set(connection, facts);
    facts.tls ??= toTls(connection);
  }

  /** The connection of a TLS socket whose handshake failed. Node has removed its address, but not its TCP socket. */
  ofFailedTls(socket: object): ConnectionFacts | undefined {
    const tcpSocket: unknown = Reflect.get(socket, '_parent');
    return typeof tcpSocket === 'object' && tcpSocket !== null ? this.of(tcpSocket) : undefined;
  }

  of(connection: object): ConnectionFacts | undefined {
    return this.#byConnection.get(connection);
  }
}

/**
 * Facts about the TLS handshake of a connection; null without TLS. Only for a socket whose handshake has just ended: Node
 * crashes when it is asked for the protocol of a socket whose TLS state is destroyed.
 */
function toTls(socket: unknown): RecordedTls | null {
  if (!(socket instanceof TLSSocket)) return null;
  return {
    version: socket.getProtocol(),
    sni: toText(Reflect.get(socket, 'servername')),
    alpn: toText(socket.alpnProtocol),
  };
}

/** What is known of a handshake that failed. */
export function toFailedTls(socket: object): RecordedTls {
  return { version: null, sni: toText(Reflect.get(socket, 'servername')), alpn: null };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
