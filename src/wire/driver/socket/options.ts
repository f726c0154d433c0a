import type { Runtime } from '#runtime.ts';
import type { WireServer } from '../../port.ts';

/** Milliseconds for which a client can still read a response and send the rest of its request (RFC 9112 §9.6). */
export const LINGER_MS = 2000;

export type WireRuntime = Pick<Runtime, 'monotonic' | 'machineNow' | 'after' | 'wait' | 'nextIteration'>;

/** Time limits of a connection, in milliseconds. */
export interface WireTimes {
  /** From the start of a connection, or of a request, to the end of the request's head; also for a TLS handshake. */
  readonly head: number;
  /** From the start of a request to the end of its content. */
  readonly body: number;
  /** For a connection without an exchange in progress. HTTP/1 announces it in `Keep-Alive`. */
  readonly keepAlive: number;
  /** For bytes that wait and that the client does not take. Longer than any delay of a response. */
  readonly stall: number;
}

/** Limits the content that waits for its readers, over all connections. */
export interface ContentMemory {
  /** @returns false, without any effect, if there is no room for so many bytes */
  acquire(bytes: number): boolean;
  release(bytes: number): void;
}

/** What the connections of a port share. */
export interface WireOptions {
  readonly server: WireServer;
  readonly memory: ContentMemory;
  readonly times: WireTimes;
  readonly runtime: WireRuntime;
  /** The next number of a connection; one source for all ports of a server. */
  readonly nextConnectionId: () => number;
}
