import type { Exchange } from '../http/message/exchange.ts';
import type { ServiceRules } from '../http/routing/service.ts';
import {
  beginEffects,
  type Continue,
  checkEffect,
  type EffectContext,
} from '../responses/effects/response-effects.ts';
import { type ActiveRule, isExhausted } from './active-rule.ts';
import { LiveRequest } from './live-request.ts';
import type { RuleService } from './rule.ts';
import type { RuleSet } from './rule-set.ts';

/** Applies the rules of the phases `request` and `response`, which are decided before the endpoint is called. */
export function createRequestPhase(
  rules: RuleSet,
  context: EffectContext,
  service: RuleService,
): ServiceRules {
  const phases: { request: ServiceRules['request'] } = { request: null };
  rules.onChange(() => {
    const active = rules.of(service, 'request');
    phases.request =
      active &&
      ((exchange) => {
        const request = new LiveRequest(exchange);
        const matching = active.filter((rule) => !isExhausted(rule) && rule.match.testHead(request));
        return matching.length === 0 ? undefined : intercept(matching, exchange, rules, context);
      });
  });
  return phases;
}

async function intercept(
  matching: readonly ActiveRule[],
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<boolean> {
  const decision = decide(matching, exchange, rules, context);
  // No request behind a fault is processed, so the next ones wait for the decision.
  exchange.connection?.holdUntil(decision);
  const proceed = await decision;
  return proceed === undefined ? false : proceed();
}

/** Counts the request for the first rule that applies; after one that only delays, for the next ones too. */
async function decide(
  matching: readonly ActiveRule[],
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<Continue | undefined> {
  const taken: ActiveRule[] = [];
  for (const rule of matching) {
    const { transport } = rule;
    if (!transport || !(await rules.take(rule, exchange, () => checkEffect(transport, exchange, context))))
      continue;
    taken.push(rule);
    if (Object.keys(rule.rule.effect).some((name) => name !== 'delay')) break;
  }
  if (taken.length === 0 || exchange.signal.aborted) return undefined;
  const effects = taken.flatMap(({ transport }) => transport ?? []);
  return beginEffects(effects, exchange, {
    ...context,
    release: async () => {
      for (const rule of taken) await rules.release(rule);
    },
  });
}
