import type { SentHead } from '#wire/port.ts';
import type { Fields } from '../syntax/fields.ts';

/** What is recorded of one exchange while it happens. */
export interface ExchangeRecorder {
  /** Identifies the record; 0 without one. */
  readonly id: number;
  /** An informational response was written (RFC 9110 §15.2). */
  informational(status: number, fields: Fields): void;
  /** The head of the response was written. */
  head(sent: SentHead): void;
  /** Content of the response, before any transfer coding. @param length in bytes */
  content(chunk: string | Uint8Array, length: number): void;
  trailers(fields: Fields): void;
  /** The head of a response that was written to a hijacked connection, or the bytes in its place. */
  rawHead(text: string): void;
  /** The exchange gets a fault on purpose, such as `reset@headers`. */
  fault(name: string): void;
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
