import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionInfo } from '../transport/connections/connection-info.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import type { WebSocketRecorder } from './exchange-recorder.ts';
import type { Target } from './target.ts';

/** Receives all exchanges and connections of a server. It sets the recorder of each exchange that it records. */
export interface Recorder extends ExchangeObserver {
  connected(socket: Duplex, connection: ConnectionInfo): void;
  /** A TLS handshake failed, on a connection that is undefined when Node has no TCP socket of it any more. */
  tlsFailed(connection: ConnectionInfo | undefined, error: NodeJS.ErrnoException): void;
  /**
   * The parser rejected a request.
   * @param packet the bytes with the error, unless they can be those of a service that is not recorded.
   */
  rejected(connection: ConnectionInfo, code: string | undefined, packet: Uint8Array | undefined): void;
  /** Whether the request has no name of a bin, or a valid one. */
  hasValidBin(request: IncomingMessage, target: Target): boolean;
  upgraded(
    request: IncomingMessage,
    target: Target,
    template: string,
    socket: Duplex,
    connection: ConnectionInfo,
  ): WebSocketRecorder;
}
