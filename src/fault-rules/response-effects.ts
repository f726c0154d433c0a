import type { Exchange } from '../http/exchange.ts';
import type { FaultEffect, FaultMatch } from './rule.ts';

/** A rule that applies to a request. */
export interface RuleEffect {
  readonly id: number;
  readonly effect: FaultEffect;
}

/**
 * Continues a request to which rules apply.
 * @returns whether the response has been sent, so that the endpoint must not be called.
 */
export type Continue = () => Promise<boolean>;

/** The effects of rules on requests and responses of any service. */
export interface ResponseEffects {
  /** The problem of an effect that no request could have, as a clause that begins with the member. */
  problemOf(effect: FaultEffect, match: FaultMatch): string | undefined;
  /** @throws HttpError 400 for a fault that the protocol or the method of the request cannot carry. */
  check(rule: RuleEffect, exchange: Exchange): void;
  begin(rules: readonly RuleEffect[], exchange: Exchange): Continue;
}
