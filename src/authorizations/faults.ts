import type { Exchange } from '../http/exchange.ts';
import type { Later } from '../later.ts';
import type { Caller } from './context.ts';

/** Trouble that an operator has ordered, by rule and count. */
export interface Faults {
  /** Whether none is ordered, which is nearly always so. */
  readonly areNone: boolean;
  /** Lets happen what is ordered for such a request. @throws Refusal */
  meet(exchange: Exchange): Later<void>;
  /** The same, of rules that name a user. @throws Refusal */
  meetCaller(exchange: Exchange, caller: Caller): Later<void>;
}

export function createFaults(): Faults {
  return { areNone: true, meet() {}, meetCaller() {} };
}
