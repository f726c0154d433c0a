import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionInfo } from './connection-info.ts';
import type { ContentParts } from './content-parts.ts';
import type { WireError } from './error.ts';
import type { RequestHead } from './request-head.ts';
import type { WireFields } from './response.ts';

/** A head as it was written: HTTP/1: its bytes, one unit per byte. HTTP/2: names and values, alternating, `:status` first. */
export type SentHead = string | readonly string[];

/**
 * How an exchange ended:
 * - `answered`: the system has all bytes of a complete response
 * - `client-fin`, `client-rst`: the client closed or reset the connection or the stream
 * - `server-fin`, `server-rst`: the server did
 * - `timeout`: the server did, because something took too long
 * - `upgraded`: another protocol has the connection
 */
export type EndReason =
  | 'answered'
  | 'client-fin'
  | 'client-rst'
  | 'server-fin'
  | 'server-rst'
  | 'timeout'
  | 'upgraded';

/** How the server ends an exchange without a complete response. What was written before is sent first, but for `destroy`. */
export type AbortKind =
  /**
   * Ends the server's side of the connection, with `close_notify` over TLS, and reads and discards for a while (RFC 9112 §9.6).
   * HTTP/2: GOAWAY(NO_ERROR) first, and the other streams may end.
   * @param linger milliseconds of reading
   */
  | { readonly type: 'close'; readonly linger?: number }
  /** As `close`, but over TLS without `close_notify`: the client cannot tell it from an attack (RFC 8446 §6.1). */
  | { readonly type: 'fin' }
  /** Resets the connection of TCP when the client's system has acknowledged what was written, and its program could read it. */
  | { readonly type: 'reset' }
  /** Sends RST_STREAM with this code (RFC 9113 §7), never END_STREAM. HTTP/1 has no streams: as `destroy`. */
  | { readonly type: 'stream'; readonly code: number }
  /** Closes the connection at once. What waits for the client is lost. */
  | { readonly type: 'destroy' };

/**
 * One request and the means to answer it: an HTTP/1 message, or an HTTP/2 stream. Only one exchange of an HTTP/1 connection is in
 * progress: the next one starts when it has ended. After the end, all methods have no effect.
 */
export interface WireExchange {
  readonly head: RequestHead;
  readonly connection: WireConnection;
  readonly body: RequestBody;
  /** From 1 on its connection. */
  readonly number: number;
  /** 0 on HTTP/1. */
  readonly streamId: number;
  /** HTTP/2: the last value of PRIORITY_UPDATE for the stream (RFC 9218 §7.1), one unit per byte. Empty without one. */
  readonly priorityUpdate: string;
  /** Set for a request of HTTP/2 that is rejected for its head: the answer has the status of the error. `fields` can be empty. */
  readonly rejection: WireError | undefined;
  /** Undefined while in progress. */
  readonly ended: EndReason | undefined;
  /** The status of the final head that was written, or 0. */
  readonly status: number;
  /** HTTP/1: the connection closes after this exchange, and the response announces it if its fields do not. */
  isClosing: boolean;
  /**
   * HTTP/1: whether the connection stays open although the client waits for 100 (Continue) and gets a final response in its place. The
   * content is then read and discarded; by default, the connection closes (RFC 9110 §10.1.1).
   */
  keepsExpectation: boolean;
  /** HTTP/2: whether `write` sends content to HEAD, too: a fault (RFC 9110 §9.3.2). On HTTP/1, a hijacked connection can have it. */
  forcesContent: boolean;
  /**
   * Writes a complete response with one write. HTTP/1 adds `Date`, `Connection` and `Keep-Alive` where the fields have none. The
   * content is not written to HEAD, nor with a status that has none.
   * @param reason of HTTP/1
   * @param content text has one unit per byte; bytes are not copied
   * @returns the head as it was written
   * @throws InvalidHead for a name, value or status that no message can have. Nothing was written then.
   */
  respond(status: number, reason: string, fields: WireFields, content: string | Uint8Array): SentHead;
  /**
   * Writes the head of a response whose content follows in parts, or does not follow. HTTP/1: `Transfer-Encoding` and
   * `Content-Length` among the fields decide the framing; without both, the content is chunked, and ends with the connection on
   * HTTP/1.0. HTTP/2: never END_STREAM.
   * @throws InvalidHead as above
   */
  start(status: number, reason: string, fields: WireFields): SentHead;
  /**
   * Writes a part of the content, as one chunk. The writes of one iteration of the event loop are sent together.
   * @param chunk as in `respond`
   * @returns false when more than 64 KiB wait: then await `drained()`
   */
  write(chunk: string | Uint8Array): boolean;
  /** Resolves when less waits, and at the end of the exchange. */
  drained(): Promise<void>;
  /** The response is complete. Trailers are sent over HTTP/2 and with chunked content. @throws InvalidHead */
  end(trailers?: WireFields): void;
  /** Writes an informational response (RFC 9110 §15.2). @returns false on HTTP/1.0 and after the head. @throws InvalidHead */
  inform(status: number, reason: string, fields: WireFields): boolean;
  /**
   * Ends the exchange without a complete response. Idempotent: only the first call counts.
   * @param reason recorded as the end, in place of that of the kind
   * @returns a promise that resolves when the server has done its part
   */
  abort(kind: AbortKind, reason?: EndReason): Promise<void>;
  /**
   * HTTP/1: what is written from here on is written as it is, and `abort` ends it. No further request is processed.
   * @throws Error on HTTP/2
   */
  hijack(): RawWire;
  /**
   * HTTP/1: hands over the connection for another protocol. What was received behind the request is in the stream, which is paused:
   * its user adds listeners, and calls `resume`.
   * @throws Error on HTTP/2
   */
  upgrade(): Duplex;
  /** Calls the action once at the end, in the order of the calls; at once if it has ended. */
  onEnd(action: () => void): void;
}

/** The content of a request. One reader at a time; without one, little is received and kept. */
export interface RequestBody {
  /** `none`: the request has no content. `complete`: it was received, not necessarily read. */
  readonly state: 'none' | 'open' | 'complete' | 'failed';
  /** Bytes, without transfer coding and padding. */
  readonly received: number;
  /** Those of them that wait for a reader, and are counted in the memory for such content. */
  readonly waiting: number;
  /** Why the rest cannot be received. Undefined for a body that failed with its connection. */
  readonly failure: WireError | undefined;
  /** Names and values, alternating. Empty before the end. */
  readonly trailers: readonly string[];
  /** What has been received so far. Undefined for content that is neither in chunks nor in frames, and before the first one. */
  readonly parts: ContentParts | undefined;
  /** Whether it has or had a reader. */
  readonly isRead: boolean;
  /** The reader is called after this call. @throws Error if there is a reader */
  read(reader: BodyReader): void;
  /** The reader is not called any more. Another one gets what follows. */
  stop(): void;
  /** The reader is called no more until `resume`, and the client is slowed down. */
  pause(): void;
  resume(): void;
  /** Sees each part and the end, also of content that is discarded, and at once what has no reader yet. At most one. */
  observe(observer: BodyObserver): void;
}

export interface BodyReader {
  /** @param chunk a reader that keeps it uses `retain` */
  data(chunk: Buffer): void;
  end(): void;
  /** The rest cannot be received. @param error undefined if the connection or the stream has ended */
  fail(error: WireError | undefined): void;
}

export interface BodyObserver {
  chunk(bytes: Uint8Array): void;
  /** The content is complete. */
  end(): void;
  /** The rest cannot be received. This can be after the end of the exchange. */
  fail?(): void;
}

export interface WireConnection {
  readonly info: ConnectionInfo;
  readonly isHttp2: boolean;
  readonly isSecure: boolean;
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  /** The socket that was accepted: that of TCP, or the stream of another server. */
  readonly tcp: Socket;
  /**
   * HTTP/2: identifiers and latest values of the client's SETTINGS, alternating, in the order in which it has first sent them: at most 32
   * settings. Empty on HTTP/1.
   */
  readonly settings: readonly number[];
  readonly openExchanges: number;
  readonly isOpen: boolean;
  /** HTTP/1: writes bytes that belong to no message, in the order of the calls of all methods. @param bytes one unit per byte */
  writeRaw(bytes: string): void;
  /** Resolves when the system has all bytes that were written: true. False if the connection is lost before. */
  flushed(): Promise<boolean>;
  /**
   * Ends the connection when no exchange is in progress, so many milliseconds after the end of the one that is. Exchanges in between
   * are served. HTTP/2: with GOAWAY(NO_ERROR).
   */
  closeWhenIdle(milliseconds: number, kind: 'close' | 'reset'): void;
}

/** An HTTP/1 connection without messages. */
export interface RawWire {
  readonly isOpen: boolean;
  /** Resolves when the system has the bytes, or the connection is closed. @param bytes text has one unit per byte */
  write(bytes: string | Uint8Array): Promise<void>;
}

/** A TLS handshake that failed. */
export interface HandshakeFailure {
  /** The error code of Node, such as `ERR_SSL_UNSUPPORTED_PROTOCOL` or `ECONNRESET`. */
  readonly code: string;
  /** The client has sent nothing. */
  readonly isEmpty: boolean;
  /** The client has sent a request of HTTP/1 without TLS, which can be answered. */
  readonly isPlain: boolean;
}

/** What uses the wire. The methods must not throw, and return at once. */
export interface WireServer {
  /**
   * A request whose head is complete. It is answered by the methods of the exchange, now or later.
   * @returns for a handler that goes on after the call: a promise that resolves when it has ended. A stream that is reset counts to the
   * limit of concurrent streams until then
   */
  serve(exchange: WireExchange): void | Promise<void>;
  /** A connection of TCP was accepted. */
  opened(connection: ConnectionInfo): void;
  /** It is closed. */
  closed(connection: ConnectionInfo): void;
  /** @returns for a plain request: the response to it, head and content, one unit per byte, and the connection closes */
  handshakeFailed(connection: ConnectionInfo, failure: HandshakeFailure): string;
  /**
   * What a client has sent cannot be decoded, or took too long: a message of HTTP/1, or a stream or a connection of HTTP/2.
   * @param isAnswered HTTP/1: the result is sent, because no exchange answers the request. The connection closes
   * @returns a response with `Connection: close`, head and content, one unit per byte. Ignored unless `isAnswered`
   */
  failed(connection: ConnectionInfo, error: WireError, isAnswered: boolean): string;
  /** A method that must not throw has thrown: a defect. The connection is ended, and the process goes on. */
  defect?(connection: ConnectionInfo, error: unknown): void;
}
