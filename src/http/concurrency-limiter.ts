import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** The members of an exchange that the limiter uses. */
type LimitedExchange = Pick<Exchange, 'peerAddress'> & {
  readonly reply: Pick<Exchange['reply'], 'destroyed'> & {
    once(event: 'close', action: () => void): unknown;
  };
};

/** Limits the number of requests in progress for each client address. */
export interface ConcurrencyLimiter {
  /** @throws HttpError 429 when the address has reached its limit. */
  check(exchange: Pick<Exchange, 'peerAddress'>): void;
  /**
   * Counts the exchange, and releases it when its reply is closed. Not called for requests with a synchronous
   * response, which are never concurrent with another one.
   */
  acquire(exchange: LimitedExchange): void;
}

/**
 * @param limit maximum number for one address; 0 disables the limit
 * @param inProgress number of requests in progress by address; addresses without any are absent
 */
export function createConcurrencyLimiter(
  limit: number,
  inProgress: Map<string, number> = new Map(),
): ConcurrencyLimiter {
  function release(address: string): void {
    const remaining = (inProgress.get(address) ?? 1) - 1;
    if (remaining > 0) inProgress.set(address, remaining);
    else inProgress.delete(address);
  }

  return {
    check(exchange) {
      // Nearly always empty, so the address is not computed.
      if (limit === 0 || inProgress.size === 0) return;
      if ((inProgress.get(exchange.peerAddress) ?? 0) < limit) return;
      throw new HttpError(429, `${limit} requests of this address are already in progress.`, {
        fields: [['Retry-After', '1']],
      });
    },

    acquire({ peerAddress, reply }) {
      if (limit === 0 || reply.destroyed) return;
      inProgress.set(peerAddress, (inProgress.get(peerAddress) ?? 0) + 1);
      reply.once('close', () => release(peerAddress));
    },
  };
}
