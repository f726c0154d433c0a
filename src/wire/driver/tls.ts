import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { ConnectionInfo, TlsParameters } from '../connection-info.ts';
import type { Clock, Ticking } from './clock.ts';
import type { WireOptions } from './options.ts';

/** Key and certificate chain in PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

/** The code of OpenSSL's error for a request of HTTP/1 in place of a handshake. */
const PLAIN_REQUEST = 'ERR_SSL_HTTP_REQUEST';

export interface HandshakeOptions extends Pick<WireOptions, 'server' | 'times' | 'runtime'> {
  readonly secureContext: SecureContext;
  readonly clock: Clock;
  /** The handshake is complete. @param stream has the parameters of the connection in its information */
  secured(stream: TLSSocket): void;
  /** The client has sent a request without TLS. @param response is sent on the connection of TCP, which is open */
  answerPlain(response: string): void;
}

/** The context of a server with this certificate. Other members of an identity, such as its authority, are not for the wire. */
export function createServerContext({ key, cert }: TlsIdentity): SecureContext {
  return createSecureContext({ key, cert });
}

/** The TLS handshake of a connection that was accepted (RFC 8446 §2). */
export class TlsHandshake implements Ticking {
  clockIndex = -1;
  readonly #tcp: Socket;
  readonly #stream: TLSSocket;
  readonly #info: ConnectionInfo;
  readonly #options: HandshakeOptions;
  readonly #deadline: number;
  #isSettled = false;

  /** @param tcp its `error` has a listener */
  constructor(tcp: Socket, info: ConnectionInfo, options: HandshakeOptions) {
    const { secureContext, runtime, times, clock } = options;
    this.#tcp = tcp;
    this.#info = info;
    this.#options = options;
    this.#deadline = runtime.monotonic() + times.head;
    this.#stream = new TLSSocket(tcp, {
      isServer: true,
      secureContext,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    this.#stream.allowHalfOpen = true;
    // The documentation of Node does not have `secure`, on which its own TLS server is built.
    this.#stream.on('error', this.#onError).on('secure', this.#onSecure).on('close', this.#onClose);
    clock.add(this);
  }

  tick(now: number): void {
    if (now >= this.#deadline) this.#fail('ERR_TLS_HANDSHAKE_TIMEOUT');
  }

  shutDown(): void {
    if (this.#tcp.bytesRead === 0) this.destroy();
  }

  destroy(): void {
    this.#stream.destroy();
    this.#tcp.destroy();
  }

  readonly #onSecure = (): void => {
    if (!this.#settle()) return;
    const stream = this.#stream;
    this.#info.tls = readTlsParameters(stream);
    this.#info.session = { cipher: stream.getCipher().standardName, isResumed: stream.isSessionReused() };
    this.#options.secured(stream);
  };

  readonly #onError = (error: NodeJS.ErrnoException): void => this.#fail(error.code ?? 'ERR_TLS_HANDSHAKE');

  /** The client has closed the connection within the handshake. */
  readonly #onClose = (): void => this.#fail('ECONNRESET');

  #fail(code: string): void {
    if (!this.#settle()) return;
    const isEmpty = this.#tcp.bytesRead === 0;
    const isPlain = code === PLAIN_REQUEST;
    if (!isEmpty) this.#info.tls = { version: null, sni: readServerName(this.#stream), alpn: null };
    const response = this.#options.server.handshakeFailed(this.#info, { code, isEmpty, isPlain });
    if (isPlain && !this.#tcp.destroyed) this.#options.answerPlain(response);
    else this.destroy();
  }

  /** @returns false if the handshake has ended before */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#options.clock.remove(this);
    return true;
  }
}

/** Only at the end of the handshake: Node crashes when it is asked for the protocol of a socket whose TLS state is destroyed. */
function readTlsParameters(stream: TLSSocket): TlsParameters {
  const { alpnProtocol } = stream;
  return {
    version: stream.getProtocol(),
    sni: readServerName(stream),
    alpn: typeof alpnProtocol === 'string' ? alpnProtocol : null,
  };
}

/** Known from the client's first message on (RFC 6066 §3). The types of Node do not have it. */
function readServerName(stream: TLSSocket): string | null {
  const name: unknown = Reflect.get(stream, 'servername');
  return typeof name === 'string' && name !== '' ? name : null;
}
