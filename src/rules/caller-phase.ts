import type { Exchange } from '../http/message/exchange.ts';
import { type ActiveRule, type CallerNames, isExhausted } from './active-rule.ts';
import { LiveRequest } from './live-request.ts';
import type { RuleEffect, RuleService } from './rule.ts';
import type { RuleSet } from './rule-set.ts';

/** Acts on a request. The next rule follows. @throws the response of an effect that ends the request. */
export type ApplyEffect<Caller> = (
  effect: RuleEffect,
  exchange: Exchange,
  caller: Caller | undefined,
) => Promise<void>;

/** The phase `caller` of a service, which calls it during the authentication of a request. */
export interface CallerPhase<Caller> {
  /** Applies the rules that do not depend on the caller. */
  apply(exchange: Exchange): void | Promise<void>;
  /** Applies the rules that depend on the caller. */
  applyTo(exchange: Exchange, caller: Caller): void | Promise<void>;
}

/** @param namesOf the names that rules compare. */
export function createCallerPhase<Caller>(
  rules: RuleSet,
  service: RuleService,
  namesOf: (caller: Caller) => CallerNames,
  applyEffect: ApplyEffect<Caller>,
): CallerPhase<Caller> {
  async function applyAll(
    matching: readonly ActiveRule[],
    exchange: Exchange,
    caller?: Caller,
  ): Promise<void> {
    for (const rule of matching) {
      // Other requests may have exhausted the rule during the delay of an earlier one.
      if (await rules.take(rule, exchange)) await applyEffect(rule.rule.effect, exchange, caller);
    }
  }

  function find(exchange: Exchange, matchesCaller: (rule: ActiveRule) => boolean): readonly ActiveRule[] {
    const active = rules.of(service, 'caller');
    if (active === null) return NONE;
    const request = new LiveRequest(exchange);
    return active.filter((rule) => matchesCaller(rule) && !isExhausted(rule) && rule.match.testHead(request));
  }

  return {
    apply(exchange) {
      const matching = find(exchange, (rule) => rule.matchesCaller === undefined);
      return matching.length === 0 ? undefined : applyAll(matching, exchange);
    },
    applyTo(exchange, caller) {
      const matching = find(exchange, (rule) => rule.matchesCaller?.(namesOf(caller)) ?? false);
      return matching.length === 0 ? undefined : applyAll(matching, exchange, caller);
    },
  };
}

const NONE: readonly ActiveRule[] = [];
