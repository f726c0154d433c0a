import type { Duplex } from 'node:stream';
import type { Exchange } from '../../http/message/exchange.ts';
import { isHttp2 } from '../../http/transport/http2/http2.ts';
import type { Ending } from './record.ts';

/** How an exchange ended whose response is closed. */
export function toEnding(
  {
    request,
    nodeResponse,
    session,
    isHttp2: isOverHttp2,
  }: Pick<Exchange, 'request' | 'nodeResponse' | 'session' | 'isHttp2'>,
  destroyedBy: Ending | undefined,
): Ending {
  if (isOverHttp2 && isHttp2(nodeResponse)) {
    if (nodeResponse.writableEnded && nodeResponse.stream.rstCode === 0) return 'answered';
    if (destroyedBy) return destroyedBy;
    // The session outlives a stream that the client resets. Its own error is also that of its streams.
    return session?.destroyed && !isReset(nodeResponse.stream) ? 'client-fin' : 'client-rst';
  }
  if (nodeResponse.writableFinished) return 'answered';
  return destroyedBy ?? toSocketEnding(request.socket);
}

/** How the client ended a connection. A system that discards unread bytes sends a reset, too. */
export function toSocketEnding(socket: Duplex): Ending {
  if (isReset(socket)) return 'client-rst';
  return socket.readableEnded || socket.errored === null ? 'client-fin' : 'server-fin';
}

function isReset({ errored }: Duplex): boolean {
  const code = errored && 'code' in errored ? errored.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED';
}
