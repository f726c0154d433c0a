import type { Duplex } from 'node:stream';
import type { Exchange } from '#http/message/exchange.ts';
import type { Ending } from './ending-kinds.ts';

/** How an exchange has ended. One that another protocol has taken over is answered. */
export function chooseEnding({
  wire: { ended = 'answered' },
  hasPassedContent,
}: Pick<Exchange, 'wire' | 'hasPassedContent'>): Ending {
  switch (ended) {
    case 'upgraded':
      return 'answered';
    case 'client-fin':
    case 'client-rst':
      return hasPassedContent ? 'answered' : ended;
    default:
      return ended;
  }
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
