import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Runtime } from '#runtime.ts';
import { formatPeerName, type Peer } from '#wire/peer.ts';

/** The sockets of one connection. */
export interface ConnectionSockets {
  readonly tcp: Socket;
  /** Undefined without TLS, and before the handshake is complete. */
  readonly tls: TLSSocket | undefined;
}

/** Milliseconds for which a client can still read a response and send the rest of its request (RFC 9112 §9.6). */
export const LINGER_MS = 2000;

/** Milliseconds of the same for a client that continues to send. */
export const MAX_LINGER_MS = 10_000;

/** Milliseconds in which the system sends what was written. A reset discards the rest. */
export const FLUSH = 50;

/** Ends the server's side of a connection: with `close_notify` over TLS unless `isRude`. Its client can end it, too. */
export function endTcpSocket(
  { tcp, tls }: ConnectionSockets,
  { isRude }: { readonly isRude: boolean },
  runtime: Pick<Runtime, 'after'>,
): void {
  if (tcp.destroyed) return;
  const socket = isRude ? tcp : (tls ?? tcp);
  socket.end();
  const cancel = runtime.after(LINGER_MS, () => tcp.destroy());
  tcp.once('close', cancel);
}

/**
 * The sockets of connections whose TLS socket or HTTP/2 session hides the TCP socket, by the address of the client. Only
 * a TCP socket can be reset, or ended without the `close_notify` of TLS.
 */
export class TcpSockets {
  readonly #byPeer = new Map<string, { tcp: Socket; tls: TLSSocket | undefined }>();

  add(tcp: Socket): void {
    const key = formatPeerName(tcp);
    const sockets = { tcp, tls: undefined };
    this.#byPeer.set(key, sockets);
    tcp.once('close', () => {
      // The system can reuse the port before the event.
      if (this.#byPeer.get(key) === sockets) this.#byPeer.delete(key);
    });
  }

  /** @returns the TCP socket of a TLS socket whose handshake is complete. */
  secure(tls: TLSSocket): Socket | undefined {
    const sockets = this.#byPeer.get(formatPeerName(tls));
    if (sockets) sockets.tls = tls;
    return sockets?.tcp;
  }

  of(peer: Peer): ConnectionSockets | undefined {
    return this.#byPeer.get(formatPeerName(peer));
  }
}
