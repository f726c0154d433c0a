import type { Protocol } from './connection/protocol.ts';
import type { WireOptions } from './socket/options.ts';
import type { WireSocket } from './socket/socket.ts';

/** What a client of HTTP/2 sends first (RFC 9113 §3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

const NOTHING = Buffer.alloc(0);

/**
 * Receives the first bytes of a connection without TLS, until they differ from the preface of HTTP/2, or are all of it: a client can
 * know without negotiation that a server speaks HTTP/2 (RFC 9113 §3.3). Only a complete preface is HTTP/2.
 */
export class ProtocolDetection implements Protocol {
  readonly #socket: WireSocket;
  readonly #options: WireOptions;
  readonly #select: (isHttp2: boolean) => Protocol;
  readonly #deadline: number;
  #received: Buffer = NOTHING;
  #isShutDown = false;

  /** @param select creates the protocol, which uses the socket from then on */
  constructor(socket: WireSocket, options: WireOptions, select: (isHttp2: boolean) => Protocol) {
    this.#socket = socket;
    this.#options = options;
    this.#select = select;
    this.#deadline = options.runtime.monotonic() + options.times.head;
    socket.use(this);
  }

  received(bytes: Buffer): void {
    const received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const length = Math.min(received.length, PREFACE.length);
    const isPreface = PREFACE.compare(received, 0, length, 0, length) === 0;
    if (isPreface && length < PREFACE.length) this.#received = received;
    else this.#pass(isPreface, received);
  }

  /** Less than a preface is a part of an HTTP/1 message. */
  clientEnded(): void {
    const protocol = this.#pass(false, this.#received);
    if (this.#socket.isOpen) protocol.clientEnded();
  }

  sent(_bytes: number): void {}
  closed(): void {}

  tick(now: number): void {
    if (now < this.#deadline) return;
    const { server } = this.#options;
    const bytes = Buffer.from(this.#received);
    const message = 'The first bytes of the connection were not received in time';
    const error = { kind: 'timeout', status: 408, code: 0, message, method: '', target: '', bytes } as const;
    this.#socket.write(server.failed(this.#socket.info, error, true));
    void this.#socket.end('timeout');
  }

  /** A client that has begun to send gets an answer. */
  shutDown(): void {
    this.#isShutDown = true;
    if (this.#received.length === 0) this.#socket.destroy('server-fin');
  }

  #pass(isHttp2: boolean, received: Buffer): Protocol {
    const protocol = this.#select(isHttp2);
    if (received.length > 0) protocol.received(received);
    if (this.#isShutDown) protocol.shutDown();
    return protocol;
  }
}
