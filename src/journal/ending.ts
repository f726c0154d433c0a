import type { Duplex } from 'node:stream';
import { isHttp2 } from '../http/http2.ts';
import type { RecordableExchange } from '../http/recorder.ts';
import type { Ending } from './record.ts';

/** How an exchange ended whose reply is closed. */
export function toEnding(
  { request, reply }: Pick<RecordableExchange, 'request' | 'reply'>,
  destroyedBy: Ending | undefined,
): Ending {
  if (isHttp2(reply)) {
    if (reply.writableEnded && reply.stream.rstCode === 0) return 'answered';
    if (destroyedBy) return destroyedBy;
    return reply.stream.rstCode === 0 ? 'client-fin' : 'client-rst';
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
