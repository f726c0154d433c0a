import type { Duplex } from 'node:stream';
import type { Exchange } from '#http/message/exchange.ts';
import { isHttp2 } from '#http/transport/http2/http2.ts';
import type { Ending } from './record.ts';

/** RFC 9113 §7. */
const NO_ERROR = 0;

/** How an exchange ended whose response is closed. */
export function chooseEnding(
  {
    request,
    nodeResponse,
    session,
    isHttp2: isOverHttp2,
    hasPassedContent,
  }: Pick<Exchange, 'request' | 'nodeResponse' | 'session' | 'isHttp2' | 'hasPassedContent'>,
  destroyedBy: Ending | undefined,
): Ending {
  if (isOverHttp2 && isHttp2(nodeResponse)) {
    // END_STREAM can close the stream before it is finished for Node. A later reset by the client changes nothing.
    const { writableFinished, rstCode } = nodeResponse.stream;
    if (nodeResponse.writableEnded && (writableFinished || rstCode === NO_ERROR)) return 'answered';
    if (destroyedBy) return destroyedBy;
    // The session outlives a stream that the client resets. Its own error is also that of its streams.
    return session?.destroyed && !isReset(nodeResponse.stream) ? 'client-fin' : 'client-rst';
  }
  if (nodeResponse.writableFinished) return 'answered';
  return destroyedBy ?? (hasPassedContent ? 'answered' : chooseSocketEnding(request.socket));
}

/** How the client ended a connection. A system that discards unread bytes sends a reset, too. */
export function chooseSocketEnding(socket: Duplex): Ending {
  if (isReset(socket)) return 'client-rst';
  return socket.readableEnded || socket.errored === null ? 'client-fin' : 'server-fin';
}

function isReset({ errored }: Duplex): boolean {
  const code = errored && 'code' in errored ? errored.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED';
}
