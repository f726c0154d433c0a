import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Peer } from './address.ts';
import type { Fields } from './fields.ts';
import type { Target } from './target.ts';

/** An attempt at a key of a lab. */
export interface LabAttempt {
  /** Name of the lab, such as `sequence`. */
  readonly name: string;
  readonly key: string;
  /** Number of the attempt, counted from 1 by key. */
  readonly attempt: number;
}

/** How the server ends an exchange without a complete response. */
export type ServerEnding = 'server-fin' | 'server-rst' | 'timeout';

/** What is recorded of one exchange while it happens. */
export interface ExchangeRecorder {
  /** Number of the connection, counted from 1 by server; 0 when it is not known. */
  readonly connectionId: number;
  /** The exchange is an attempt at a key of a lab. */
  lab(attempt: LabAttempt): void;
  /** An informational response was written (RFC 9110 §15.2). */
  informational(status: number, fields: Fields): void;
  /** The head of the response was written. */
  head(): void;
  /** Content of the response, before any transfer coding. */
  content(chunk: string | Uint8Array): void;
  trailers(fields: Fields): void;
  /** The head of a response that was written to the socket directly, or the bytes in its place. */
  rawHead(text: string): void;
  /** The exchange gets a fault on purpose, such as `reset@headers`. */
  fault(name: string): void;
  /** The server ends the exchange without a complete response. The first reason counts. */
  destroyed(reason: ServerEnding): void;
}

/** What is recorded of a connection that was upgraded to WebSocket. */
export interface WebSocketRecorder {
  /** The lines of the head of the response, without line ends. */
  head(lines: readonly string[]): void;
  /** Content of a response that rejects the upgrade. */
  content(chunk: Uint8Array): void;
  received(): void;
  sent(): void;
}

/** The members of an exchange that a recorder reads. */
export interface RecordableExchange {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  /** Undefined for HTTP/1. */
  readonly session: { readonly destroyed: boolean } | undefined;
  readonly method: string;
  readonly rawFields: readonly string[];
  readonly target: Target;
  /** Known after the request has been routed. */
  readonly template: string;
  field(name: string): string | undefined;
  recorder: ExchangeRecorder | undefined;
}

/** Receives all exchanges and connections of a server. */
export interface Recorder {
  connected(socket: Duplex & Peer): void;
  /** A connection has completed its TLS handshake, or carries an HTTP/2 session. */
  identified(connection: object, peer: Peer): void;
  tlsFailed(socket: Duplex, error: NodeJS.ErrnoException): void;
  /**
   * The parser rejected a request.
   * @param packet the bytes with the error, unless they can be those of a service that is not recorded.
   */
  rejected(socket: Duplex, code: string | undefined, packet: Uint8Array | undefined): void;
  /**
   * Sets the recorder of the exchange, if the exchange is recorded.
   * @throws HttpError 400 for an invalid name of a bin.
   */
  begin(exchange: RecordableExchange, service: { readonly name: string; readonly isRecorded?: true }): void;
  /** Whether the request has no name of a bin, or a valid one. */
  hasValidBin(request: IncomingMessage, target: Target): boolean;
  upgraded(request: IncomingMessage, target: Target, template: string, socket: Duplex): WebSocketRecorder;
}
