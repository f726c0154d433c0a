import type { Exchange } from '../http/exchange.ts';
import type { Caller } from './context.ts';

/** What is left of an hour's calls. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
}

/** Counts calls by user, by application and by address, where that is wanted. */
export interface RateLimits {
  readonly isOn: boolean;
  /** Counts the call. @throws Refusal 403 when nothing is left. */
  charge(exchange: Exchange, caller: Caller | undefined): void;
}

export function createRateLimits(): RateLimits {
  return { isOn: false, charge() {} };
}
