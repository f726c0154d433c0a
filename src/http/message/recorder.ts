import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Peer } from '../syntax/address.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import type { WebSocketRecorder } from './exchange-recorder.ts';
import type { Target } from './target.ts';

/** Receives all exchanges and connections of a server. It sets the recorder of each exchange that it records. */
export interface Recorder extends ExchangeObserver {
  connected(socket: Duplex & Peer): void;
  /** A connection has completed its TLS handshake, or carries an HTTP/2 session. */
  identified(connection: object, peer: Peer): void;
  tlsFailed(socket: Duplex, error: NodeJS.ErrnoException): void;
  /**
   * The parser rejected a request.
   * @param packet the bytes with the error, unless they can be those of a service that is not recorded.
   */
  rejected(socket: Duplex, code: string | undefined, packet: Uint8Array | undefined): void;
  /** Whether the request has no name of a bin, or a valid one. */
  hasValidBin(request: IncomingMessage, target: Target): boolean;
  upgraded(request: IncomingMessage, target: Target, template: string, socket: Duplex): WebSocketRecorder;
}
