import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** As much of an exchange as is looked at until it is over. */
interface Held {
  readonly peerAddress: string;
  readonly reply: Pick<Exchange['reply'], 'destroyed'> & {
    once(event: 'close', action: () => void): unknown;
  };
}

/** Bounds how many requests of one address are under way at a time. One that is answered at once is never under way. */
export interface Gate {
  /** @throws HttpError 429 when as many as are let in are under way. */
  check(exchange: Pick<Exchange, 'peerAddress'>): void;
  /** Counts the exchange until its connection is done with it. */
  hold(exchange: Held): void;
}

/**
 * @param most 0 sets no bound.
 * @param inProgress how many requests of each address are in progress; an address without any is not in it
 */
export function createGate(most: number, inProgress: Map<string, number> = new Map()): Gate {
  return {
    check(exchange) {
      if (inProgress.size === 0 || most === 0) return;
      if ((inProgress.get(exchange.peerAddress) ?? 0) < most) return;
      throw new HttpError(429, `${most} requests of this address are under way already.`, {
        fields: [['Retry-After', '1']],
      });
    },
    hold(exchange) {
      if (most === 0 || exchange.reply.destroyed) return;
      const address = exchange.peerAddress;
      inProgress.set(address, (inProgress.get(address) ?? 0) + 1);
      exchange.reply.once('close', () => {
        const left = (inProgress.get(address) ?? 1) - 1;
        if (left > 0) inProgress.set(address, left);
        else inProgress.delete(address);
      });
    },
  };
}
