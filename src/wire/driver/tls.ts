import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { ConnectionInfo } from '../connection-info.ts';
import type { Clock, Ticking } from './socket/clock.ts';
import type { WireOptions } from './socket/options.ts';

/** Key and certificate chain in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** What the handshakes of a port share. */
export interface HandshakeOptions extends Pick<WireOptions, 'server' | 'times' | 'runtime'> {
  readonly secureContext: SecureContext;
  readonly clock: Clock;
  /** The handshake is complete, and the information has its parameters. */
  secured(stream: TLSSocket, tcp: Socket, info: ConnectionInfo): void;
  /** The client has sent a request without TLS. @param response is sent on the connection of TCP, which is open */
  answerPlain(response: string, tcp: Socket, info: ConnectionInfo): void;
}

/** @throws Error for a key or a certificate that OpenSSL rejects */
export function createTlsContext({ key, cert }: Identity): SecureContext {
  // As a TLS server of Node.
  return createSecureContext({ key, cert, honorCipherOrder: true });
}

/**
 * The TLS handshake of a connection that was accepted (RFC 8446 §2). The first bytes are read before it: TLS would close the connection
 * of a request without TLS, and the response to it could be lost.
 */
export class TlsHandshake implements Ticking {
  clockIndex = -1;
  readonly #tcp: Socket;
  readonly #info: ConnectionInfo;
  readonly #options: HandshakeOptions;
  readonly #deadline: number;
  /** Undefined before the first bytes. */
  #stream: TLSSocket | undefined = undefined;
  #isSettled = false;

  /** @param tcp its `error` has a listener */
  constructor(tcp: Socket, info: ConnectionInfo, options: HandshakeOptions) {
    this.#tcp = tcp;
    this.#info = info;
    this.#options = options;
    this.#deadline = options.runtime.monotonic() + options.times.head;
    tcp.on('data', this.#onFirstBytes).on('end', this.#onClose).on('close', this.#onClose);
    tcp.resume();
    options.clock.add(this);
  }

  tick(now: number): void {
    if (now >= this.#deadline) this.#fail('ERR_TLS_HANDSHAKE_TIMEOUT');
  }

  shutDown(): void {
    if (this.#tcp.bytesRead === 0) this.destroy();
  }

  destroy(): void {
    this.#stream?.destroy();
    this.#tcp.destroy();
  }

  readonly #onFirstBytes = (bytes: Buffer): void => {
    const tcp = this.#tcp;
    tcp.off('data', this.#onFirstBytes).off('end', this.#onClose);
    if (isRequest(bytes)) {
      this.#fail(PLAIN_REQUEST);
      return;
    }
    tcp.pause();
    tcp.unshift(bytes);
    const { secureContext } = this.#options;
    const stream = new TLSSocket(tcp, { isServer: true, secureContext, ALPNProtocols: ['h2', 'http/1.1'] });
    stream.allowHalfOpen = true;
    this.#stream = stream;
    // Neither `secure` nor `_tlsError` is documented; the TLS server of Node is built on them.
    stream.on('error', this.#onError).on('secure', this.#onSecure).on('end', this.#onClose);
  };

  readonly #onSecure = (): void => {
    const stream = this.#stream;
    if (stream === undefined || !this.#settle()) return;
    // The parameters cannot be read later: Node crashes when it is asked for the protocol of a socket whose TLS state is destroyed.
    this.#info.tls = {
      version: stream.getProtocol(),
      sni: serverNameOf(stream),
      alpn: stream.alpnProtocol || null,
    };
    this.#info.session = {
      cipher: stream.getCipher().standardName,
      isResumed: stream.isSessionReused(),
    };
    stream.on('_tlsError', destroyWith);
    this.#options.secured(stream, this.#tcp, this.#info);
    stream.off('error', this.#onError);
  };

  readonly #onError = (error: NodeJS.ErrnoException): void => this.#fail(error.code ?? 'ERR_TLS_HANDSHAKE');

  /** The client has ended or closed the connection within the handshake, or the server has destroyed it. */
  readonly #onClose = (): void => this.#fail('ECONNRESET');

  #fail(code: string): void {
    if (!this.#settle()) return;
    const tcp = this.#tcp;
    const isEmpty = tcp.bytesRead === 0;
    const isPlain = code === PLAIN_REQUEST;
    if (!isEmpty) this.#info.tls = { version: null, sni: serverNameOf(this.#stream), alpn: null };
    try {
      const response = this.#options.server.handshakeFailed(this.#info, { code, isEmpty, isPlain });
      if (isPlain) this.#options.answerPlain(response, tcp, this.#info);
      else this.destroy();
    } catch (error) {
      this.destroy();
      this.#options.server.defect?.(this.#info, error);
    }
  }

  /** @returns false if the handshake has ended before */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#options.clock.remove(this);
    this.#tcp.off('data', this.#onFirstBytes).off('end', this.#onClose).off('close', this.#onClose);
    this.#stream?.off('secure', this.#onSecure).off('end', this.#onClose);
    return true;
  }
}

/** OpenSSL's code for the methods that it knows. */
const PLAIN_REQUEST = 'ERR_SSL_HTTP_REQUEST';

/** Methods begin with a letter, but no record of TLS does (RFC 8446 §5.1). */
function isRequest([first = 0]: Buffer): boolean {
  return (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a);
}

/** Known from the client's first message on (RFC 6066 §3). */
function serverNameOf(stream: TLSSocket | undefined): string | null {
  return stream?.servername || null;
}

/** After the handshake, Node itself ignores a record that is not valid, and the connection would stay open in silence. */
function destroyWith(this: TLSSocket, error: Error): void {
  this.destroy(error);
}
