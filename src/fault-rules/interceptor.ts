import type { Exchange } from '../http/exchange.ts';
import type { ServiceRules } from '../http/service.ts';
import {
  beginEffects,
  type Continue,
  checkEffect,
  type EffectContext,
  type RuleEffect,
} from '../responses/effects/response-effects.ts';
import type { FaultService } from './rule.ts';
import { type ActiveRule, type FaultRules, isExhausted } from './rules.ts';

/** Applies the rules for requests of a service, before authentication. */
export function createInterceptor(
  rules: FaultRules,
  context: EffectContext,
  service: FaultService,
): ServiceRules {
  const phases: { request: ServiceRules['request'] } = { request: null };
  rules.onChange(() => {
    const active = rules.ofRequests(service);
    phases.request =
      active.length === 0
        ? null
        : (exchange) => {
            const matching = active.filter((rule) => !isExhausted(rule) && rule.matchesCall(exchange));
            return matching.length === 0 ? undefined : intercept(matching, exchange, rules, context);
          };
  });
  return phases;
}

async function intercept(
  matching: readonly ActiveRule[],
  exchange: Exchange,
  rules: FaultRules,
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
  rules: FaultRules,
  context: EffectContext,
): Promise<Continue | undefined> {
  const applied: RuleEffect[] = [];
  for (const rule of matching) {
    const { id, effect } = rule.fault;
    if (!(await rules.take(rule, exchange, () => checkEffect({ id, effect }, exchange, context)))) continue;
    applied.push({ id, effect });
    if (Object.keys(effect).some((name) => name !== 'delay')) break;
  }
  return applied.length > 0 && !exchange.signal.aborted
    ? beginEffects(applied, exchange, context)
    : undefined;
}
