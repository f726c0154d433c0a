import type { Duplex } from 'node:stream';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import type { WebSocketRecorder } from './exchange-recorder.ts';
import type { ReceivedRequest } from './received-request.ts';

/** Why a connection or a stream has no valid request. */
export interface Rejection {
  /** The kind of the error of the wire, such as `syntax`, or the code of a failed handshake; undefined without an error. */
  readonly code: string | undefined;
  /** One sentence with the byte and its offset, such as `LF without CR at byte 14`; undefined for a handshake. */
  readonly message: string | undefined;
  /** The bytes of the request, unless they can be those of a service that is not recorded. */
  readonly packet?: Uint8Array | undefined;
  /** Whether the client has sent nothing. */
  readonly isEmpty: boolean;
  /** The status of the error; null if none was sent. */
  readonly status: number | null;
}

/** Receives all exchanges and connections of a server. It sets the recorder of each exchange that it records. */
export interface Recorder extends ExchangeObserver {
  connected(connection: ConnectionInfo): void;
  disconnected(connection: ConnectionInfo): void;
  /** A TLS handshake failed. */
  tlsFailed(connection: ConnectionInfo, rejection: Rejection): void;
  /** A request could not be decoded, or did not arrive in time. */
  rejected(connection: ConnectionInfo, rejection: Rejection): void;
  /** Whether a request that asks for an upgrade can be recorded. Otherwise, `started` rejects it as an ordinary request. */
  canRecord(request: ReceivedRequest): boolean;
  upgraded(request: ReceivedRequest, template: string, socket: Duplex): WebSocketRecorder;
}
