import { HttpError } from '../errors/errors.ts';
import type { Exchange } from '../message/exchange.ts';

/** The members of an exchange by which its client is identified. */
type ClientExchange = Pick<Exchange, 'peerAddress' | 'field'>;

/** Limits the number of requests in progress and of WebSocket connections for each client. */
export interface ConcurrencyLimiter {
  /** Whether the client has reached its limit. */
  isReached(exchange: ClientExchange): boolean;
  /** @throws HttpError 429 when the client has reached its limit. */
  check(exchange: ClientExchange): void;
  /**
   * Counts the exchange until its response or its socket is closed. Not called for requests with a synchronous response,
   * which are never concurrent with another one.
   * @param onClose calls the action when the response or the socket is closed, or at once.
   */
  acquire(exchange: ClientExchange, onClose: (action: () => void) => void): void;
}

/**
 * @param limit maximum number for one client; 0 disables the limit
 * @param clientOf the client of a request: its address or network
 * @param inProgress number of requests in progress by client; clients without any are absent
 */
export function createConcurrencyLimiter(
  limit: number,
  clientOf: (exchange: ClientExchange) => string = ({ peerAddress }) => peerAddress,
  inProgress: Map<string, number> = new Map(),
): ConcurrencyLimiter {
  function release(client: string): void {
    const remaining = (inProgress.get(client) ?? 1) - 1;
    if (remaining > 0) inProgress.set(client, remaining);
    else inProgress.delete(client);
  }

  function isReached(exchange: ClientExchange): boolean {
    // Nearly always empty, so the client is not computed.
    if (limit === 0 || inProgress.size === 0) return false;
    return (inProgress.get(clientOf(exchange)) ?? 0) >= limit;
  }

  return {
    isReached,
    check(exchange) {
      if (!isReached(exchange)) return;
      throw new HttpError(429, `${limit} requests of this address are already in progress.`, {
        fields: [['Retry-After', '1']],
      });
    },

    acquire(exchange, onClose) {
      if (limit === 0) return;
      const client = clientOf(exchange);
      inProgress.set(client, (inProgress.get(client) ?? 0) + 1);
      onClose(() => release(client));
    },
  };
}
