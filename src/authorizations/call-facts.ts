import type { Exchange } from '../http/exchange.ts';
import type { Quota } from './rate-limits.ts';
import type { Authorization } from './store.ts';

/** What becomes known of a call while it is served, for whoever looks at its answer: the audit, and the rate fields. */
export interface CallFacts {
  /** Of the user who called, as far as that is proven. */
  login?: string;
  /** Of the application that called, or that the call is about. */
  clientId?: string;
  /** What was presented, where it was a token, and the scope that the endpoint wants of one. */
  token?: Authorization;
  acceptedScope?: string;
  /** What the call was charged to, where calls are counted. */
  quota?: Quota;
}

export interface AllCallFacts {
  of(exchange: Exchange): Readonly<CallFacts>;
  note(exchange: Exchange, facts: CallFacts): void;
}

export function createCallFacts(): AllCallFacts {
  const known = new WeakMap<Exchange, CallFacts>();
  return {
    of: (exchange) => known.get(exchange) ?? NOTHING,
    note(exchange, facts) {
      const before = known.get(exchange);
      if (before) Object.assign(before, facts);
      else known.set(exchange, { ...facts });
    },
  };
}

const NOTHING: CallFacts = Object.freeze({});
