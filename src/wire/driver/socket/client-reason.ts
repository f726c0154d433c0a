import type { Socket } from 'node:net';
import type { EndReason } from '../../port.ts';

/**
 * How a connection ended that the server has not ended. A system that discards unread bytes sends a reset, too.
 * @param stream the socket of TLS, or `tcp` itself
 */
export function clientReason(stream: Socket, tcp: Socket): EndReason {
  const error = stream.errored ?? tcp.errored;
  const code = error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return 'client-rst';
    // The system has given up to repeat what the client does not acknowledge.
    case 'ETIMEDOUT':
      return 'timeout';
  }
  return stream.readableEnded ? 'client-fin' : 'server-fin';
}
