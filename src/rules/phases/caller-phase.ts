import { HttpError } from '#http/errors/errors.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import { drawDelay } from '#testing/responses/syntax/delay-distribution.ts';
import type { ActiveRule, CallerNames } from '../active-rule.ts';
import { LiveRequest, type RequestContext } from '../live-request.ts';
import type { RuleEffects, RuleService } from '../rule.ts';
import type { RuleSet } from '../rule-set.ts';
import { findMatching, matchesBody } from './matching-rules.ts';

/** Acts on a request, after the delay of the rule. The next rule follows. @throws the response of an effect that ends the request. */
export type ApplyEffects<Caller> = (
  effects: RuleEffects,
  exchange: Exchange,
  caller: Caller | undefined,
) => void;

export interface CallerPhaseOptions<Caller> extends RequestContext {
  readonly service: RuleService;
  readonly runtime: Runtime;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
  /** The names that rules compare. */
  readonly namesOf: (caller: Caller) => CallerNames;
  readonly applyEffects: ApplyEffects<Caller>;
}

/** The phase `caller` of a service, which calls it during the authentication of a request. */
export interface CallerPhase<Caller> {
  /** Applies the rules that do not depend on the caller. */
  apply(exchange: Exchange): void | Promise<void>;
  /** Applies the rules that depend on the caller. */
  applyTo(exchange: Exchange, caller: Caller): void | Promise<void>;
}

export function createCallerPhase<Caller>(
  rules: RuleSet,
  options: CallerPhaseOptions<Caller>,
): CallerPhase<Caller> {
  const { service, runtime, maxDuration, namesOf, applyEffects } = options;

  async function applyAll(
    matching: readonly ActiveRule[],
    exchange: Exchange,
    caller?: Caller,
  ): Promise<void> {
    const request = new LiveRequest(exchange, options);
    for (const rule of matching) {
      if (!(await matchesBody(rule, request, rules))) continue;
      // Other requests may have exhausted the rule during the delay of an earlier one.
      if ((await rules.take(rule, exchange)) === undefined) continue;
      const delay = drawDelay(rule.effects.delay, maxDuration, runtime);
      // A client that has left must not cause a change any more.
      if (!(await delayResponse(exchange, runtime, delay))) throw closeConnection(exchange);
      applyEffects(rule.stored.rule.effects, exchange, caller);
    }
  }

  function find(exchange: Exchange, matchesCaller: (rule: ActiveRule) => boolean): readonly ActiveRule[] {
    const index = rules.of(service, 'caller');
    return index === null
      ? NONE
      : findMatching(index, new LiveRequest(exchange, options), rules).filter(matchesCaller);
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

/** Closes the connection without a response, so no client gets the error. */
export function closeConnection(exchange: Exchange): HttpError {
  exchange.destroy();
  return new HttpError(503, 'The connection was closed.');
}
