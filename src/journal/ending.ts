import type { Duplex } from 'node:stream';
import { isHttp2 } from '../http/http2.ts';
import type { RecordableExchange } from '../http/recorder.ts';
import type { Ending } from './record.ts';

/** How an exchange ended whose reply is closed. */
export function toEnding(
  { request, reply, method }: Pick<RecordableExchange, 'request' | 'reply' | 'method'>,
  destroyedBy: Ending | undefined,
): Ending {
  if (isHttp2(reply)) {
    if (reply.writableEnded && reply.stream.rstCode === 0) return 'answered';
    if (destroyedBy) return destroyedBy;
    // Node ends its side of a stream of HEAD at once, and does not regard the stream as aborted.
    const isAborted = reply.stream.aborted || method === 'HEAD';
    return isAborted && reply.stream.rstCode !== 0 ? 'client-rst' : 'client-fin';
  }
  if (reply.writableFinished) return 'answered';
  return destroyedBy ?? toSocketEnding(request.socket);
}

/** How the client ended a connection. A system that discards unread bytes sends a reset, too. */
export function toSocketEnding(socket: Duplex): Ending {
  const code = socket.errored && 'code' in socket.errored ? socket.errored.code : undefined;
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'client-rst';
  return socket.readableEnded || socket.errored === null ? 'client-fin' : 'server-fin';
}
