/** The TLS handshake of a connection. */
export interface TlsParameters {
  readonly version: string | null;
  /** The server name that the client asked for (RFC 6066 §3). */
  readonly sni: string | null;
  /** The protocol that was negotiated (RFC 7301). */
  readonly alpn: string | null;
}

/** What TLS uses on a connection after its handshake, besides its parameters. */
export interface TlsSession {
  /** The cipher suite, as IANA names it. */
  readonly cipher: string;
  /** Whether the handshake has resumed the session of an earlier connection (RFC 8446 §2.2). */
  readonly isResumed: boolean;
}

/** What is known of a connection. Records refer to it after its end, so it refers to no socket. */
export class ConnectionInfo {
  /** Address and port of the client, such as `127.0.0.1:50000` or `[::1]:50000`. */
  readonly remote: string;
  /** Number of requests received on the connection. */
  requestCount = 0;
  /** Null without TLS, and before the end of the handshake. */
  tls: TlsParameters | null = null;
  /** Null without TLS, and before the end of the handshake. */
  session: TlsSession | null = null;
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
