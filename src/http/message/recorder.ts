import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Target } from '../syntax/target.ts';
import type { ConnectionInfo } from '../transport/connections/connection-info.ts';
import type { WebSocketRecorder } from '../transport/exchange-recorder.ts';
import type { ExchangeObserver } from './exchange-observer.ts';

/** Why a connection has no valid request. */
export interface Rejection {
  readonly code: string | undefined;
  /** The bytes with the error, unless they can be those of a service that is not recorded. */
  readonly packet?: Uint8Array | undefined;
  /** Whether the client has sent nothing. */
  readonly isEmpty: boolean;
  /** The status of the error, when it is sent: responses to earlier requests precede it. */
  readonly answer: { status: number | null };
}

/** Receives all exchanges and connections of a server. It sets the recorder of each exchange that it records. */
export interface Recorder extends ExchangeObserver {
  connected(socket: Duplex, connection: ConnectionInfo): void;
  /** A TLS handshake failed, on a connection that is undefined when Node has no TCP socket of it any more. */
  tlsFailed(connection: ConnectionInfo | undefined, rejection: Rejection): void;
  /** The parser rejected a request. */
  rejected(connection: ConnectionInfo, rejection: Rejection): void;
  /** Whether a request that asks for an upgrade can be recorded. Otherwise, `started` rejects it as an ordinary request. */
  canRecord(request: IncomingMessage, target: Target): boolean;
  upgraded(
    request: IncomingMessage,
    target: Target,
    template: string,
    socket: Duplex,
    connection: ConnectionInfo,
  ): WebSocketRecorder;
}
