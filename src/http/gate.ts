import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** Bounds how many requests of one address are under way at a time. One that is answered at once is never under way. */
export interface Gate {
  /** @throws HttpError 429 when as many as are let in are under way. */
  check(exchange: Exchange): void;
  /** Counts the exchange until its connection is done with it. */
  hold(exchange: Exchange): void;
}

/** @param most 0 sets no bound. */
export function createGate(most: number): Gate {
  const underWay = new Map<string, number>();
  return {
    check(exchange) {
      if (underWay.size === 0 || most === 0) return;
      if ((underWay.get(exchange.peerAddress) ?? 0) < most) return;
      throw new HttpError(429, `${most} requests of this address are under way already.`, {
        fields: [['Retry-After', '1']],
      });
    },
    hold(exchange) {
      if (most === 0 || exchange.reply.destroyed) return;
      const address = exchange.peerAddress;
      underWay.set(address, (underWay.get(address) ?? 0) + 1);
      exchange.reply.once('close', () => {
        const left = (underWay.get(address) ?? 1) - 1;
        if (left > 0) underWay.set(address, left);
        else underWay.delete(address);
      });
    },
  };
}
