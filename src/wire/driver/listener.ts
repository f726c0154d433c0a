import type { Socket } from 'node:net';
import { ConnectionInfo } from '../connection-info.ts';
import { formatPeerName } from '../peer.ts';
import type { Protocol } from './connection/protocol.ts';
import { Http1Connection } from './http1/http1-connection.ts';
import { Http2Connection } from './http2/http2-connection.ts';
import { ProtocolDetection } from './protocol-detection.ts';
import { Clock } from './socket/clock.ts';
import type { WireOptions, WireTimes } from './socket/options.ts';
import { WireSocket } from './socket/socket.ts';
import { createTlsContext, type HandshakeOptions, type Identity, TlsHandshake } from './tls.ts';

export interface WireListenerOptions extends WireOptions {
  /** Enables TLS, with HTTP/2 or HTTP/1.1 by ALPN (RFC 7301). */
  readonly tls?: Identity | undefined;
  /** Without TLS, accepts HTTP/2 with prior knowledge beside HTTP/1 (RFC 9113 §3.3). */
  readonly h2c: boolean;
}

/** What a connection does at the moment: a handshake, the detection of its protocol, or the protocol. */
interface Stage {
  shutDown(): void;
  destroy(): void;
}

/** Serves connections, also those that another server has accepted. */
export class WireListener {
  readonly #options: WireListenerOptions;
  readonly #clock: Clock;
  readonly #handshakes: HandshakeOptions | undefined;
  readonly #stages = new Map<Socket, Stage>();
  #isClosing = false;
  #waiters: (() => void)[] = [];

  constructor(options: WireListenerOptions) {
    this.#options = options;
    this.#clock = new Clock(options.runtime, intervalOf(options.times));
    this.#handshakes = options.tls && this.#handshakeOptions(options.tls);
  }

  /** Number of open connections of TCP. */
  get count(): number {
    return this.#stages.size;
  }

  /**
   * Serves a connection: one of an own port, or a stream of bytes such as a TLS socket after
   * its handshake, for a listener without TLS.
   */
  accept(tcp: Socket): void {
    tcp.on('error', ignore);
    // It has emitted its `close`, or does soon.
    if (tcp.destroyed) return;
    // Both can be missing on connections of other servers.
    tcp.allowHalfOpen = true;
    tcp.setNoDelay(true);
    const { server, nextConnectionId } = this.#options;
    const info = new ConnectionInfo(formatPeerName(tcp), nextConnectionId);
    try {
      server.opened(info);
    } catch (error) {
      tcp.destroy();
      server.defect?.(info, error);
      return;
    }
    this.#stages.set(tcp, this.#begin(tcp, info));
    // Behind the listeners of the stage: exchanges and handshakes end before their connection.
    tcp.once('close', () => this.#closed(tcp, info));
    if (this.#isClosing) this.#stages.get(tcp)?.shutDown();
  }

  /**
   * Ends each connection that has no exchange in progress, and from now on each one that has none. Connections that were handed over to
   * another protocol stay.
   */
  closeIdle(): void {
    this.#isClosing = true;
    for (const stage of [...this.#stages.values()]) stage.shutDown();
  }

  /** Destroys all connections. */
  destroy(): void {
    for (const stage of [...this.#stages.values()]) stage.destroy();
  }

  /** Resolves when no connection is open. */
  closed(): Promise<void> {
    if (this.#stages.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #begin(tcp: Socket, info: ConnectionInfo): Stage {
    if (this.#handshakes) return new TlsHandshake(tcp, info, this.#handshakes);
    const socket = this.#open(tcp, tcp, info);
    if (!this.#options.h2c) return new SocketStage(socket, this.#serve(socket, false));
    const detection = new ProtocolDetection(socket, this.#options, (isHttp2) => {
      const protocol = this.#serve(socket, isHttp2, true);
      this.#stages.set(tcp, new SocketStage(socket, protocol));
      return protocol;
    });
    return new SocketStage(socket, detection);
  }

  #handshakeOptions(identity: Identity): HandshakeOptions {
    const { server, times, runtime } = this.#options;
    return {
      server,
      times,
      runtime,
      secureContext: createTlsContext(identity),
      clock: this.#clock,
      secured: (stream, tcp, info) => {
        const socket = this.#open(stream, tcp, info);
        const protocol = this.#serve(socket, stream.alpnProtocol === 'h2');
        this.#stages.set(tcp, new SocketStage(socket, protocol));
        if (this.#isClosing) protocol.shutDown();
      },
      answerPlain: (response, tcp, info) => {
        const socket = this.#open(tcp, tcp, info);
        socket.write(response);
        void socket.end('server-fin');
      },
    };
  }

  #open(stream: Socket, tcp: Socket, info: ConnectionInfo): WireSocket {
    return new WireSocket(stream, tcp, info, this.#clock, this.#options, IDLE);
  }

  #serve(socket: WireSocket, isHttp2: boolean, isDetected = false): Protocol {
    return isHttp2
      ? new Http2Connection(socket, this.#options)
      : new Http1Connection(socket, this.#options, isDetected);
  }

  #closed(tcp: Socket, info: ConnectionInfo): void {
    this.#stages.delete(tcp);
    const { server } = this.#options;
    try {
      server.closed(info);
    } catch (error) {
      server.defect?.(info, error);
    }
    if (this.#stages.size > 0) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

/** A connection with a protocol. */
class SocketStage implements Stage {
  readonly #socket: WireSocket;
  readonly #protocol: Protocol;

  constructor(socket: WireSocket, protocol: Protocol) {
    this.#socket = socket;
    this.#protocol = protocol;
  }

  shutDown(): void {
    this.#protocol.shutDown();
  }

  destroy(): void {
    this.#socket.destroy('server-fin');
  }
}

/** The user of a socket before its protocol. */
const IDLE = { received() {}, clientEnded() {}, sent() {}, closed() {}, tick() {} };

/** Milliseconds between two checks of the time limits. */
function intervalOf({ head, body, keepAlive, stall }: WireTimes): number {
  return Math.max(5, Math.min(250, Math.min(head, body, keepAlive, stall) / 4));
}

function ignore(): void {}
