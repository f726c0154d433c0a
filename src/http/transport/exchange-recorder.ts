import type { Fields } from '../syntax/fields.ts';

/** An attempt at a key of a lab. */
export interface LabAttempt {
  /** Name of the lab, such as `sequence`. */
  readonly name: string;
  readonly key: string;
  /** Number of the attempt, counted from 1 by key. */
  readonly attempt: number;
}

/** A rule that was applied to a request. */
export interface AppliedRule {
  readonly id: string;
  /** The bin of the rule, or null. */
  readonly bin: string | null;
  readonly phase: string;
  /** The number of the response in the list of the rule, or null. */
  readonly step: number | null;
  /** Set if code of the rule has failed after the rule was applied. */
  readonly failed?: true;
}

/** How the server ends an exchange without a complete response. */
export type ServerEnding = 'server-fin' | 'server-rst' | 'timeout';

/** What is recorded of one exchange while it happens. */
export interface ExchangeRecorder {
  /** Identifies the record; 0 without one. */
  readonly id: number;
  /** An informational response was written (RFC 9110 §15.2). */
  informational(status: number, fields: Fields): void;
  /**
   * The head of the response was written.
   * @param sent over HTTP/2, the names and values that were sent.
   */
  head(sent: readonly string[] | undefined): void;
  /** Content of the response, before any transfer coding. */
  content(chunk: string | Uint8Array): void;
  trailers(fields: Fields): void;
  /** The head of a response that was written to the socket directly, or the bytes in its place. */
  rawHead(text: string): void;
  /** The exchange gets a fault on purpose, such as `reset@headers`. */
  fault(name: string): void;
  /**
   * Rules were applied to the request.
   * @param isResponded whether one of them responds, or ends the request.
   */
  rules(applied: readonly AppliedRule[], isResponded: boolean): void;
  /** No rule took the request, though one was expected to. */
  unmatched(): void;
  /** The server ends the exchange without a complete response. The first reason counts. */
  destroyed(reason: ServerEnding): void;
  /** The response is complete, or its connection is closed. */
  ended(): void;
}

/** A message of a WebSocket, or a control frame (RFC 6455 §5.5, §5.6). */
export type MessageType = 'text' | 'binary' | 'ping' | 'pong' | 'close';

/** What is recorded of a connection that was upgraded to WebSocket. */
export interface WebSocketRecorder {
  /** The lines of the head of the response, without line ends. */
  head(lines: readonly string[]): void;
  /** Content of a response that rejects the upgrade. */
  content(chunk: Uint8Array): void;
  /** A message or a control frame from the client. The bytes are valid during the call only. */
  received(type: MessageType, content: Uint8Array, code?: number): void;
  /** A message or a control frame to the client. */
  sent(type: MessageType, content: Uint8Array, code?: number): void;
}
