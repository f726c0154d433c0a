import type { Exchange } from '../http/message/exchange.ts';
import type { ServiceRules } from '../http/routing/service.ts';
import {
  beginEffects,
  type Continue,
  checkEffect,
  type EffectContext,
} from '../responses/effects/response-effects.ts';
import type { ActiveRule } from './active-rule.ts';
import { LiveRequest } from './live-request.ts';
import type { RuleService } from './rule.ts';
import type { RuleIndex } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';

/** Applies the rules of the phases `request` and `response`, which are decided before the endpoint is called. */
export function createRequestPhase(
  rules: RuleSet,
  context: EffectContext,
  service: RuleService,
): ServiceRules {
  const phases: { request: ServiceRules['request'] } = { request: null };
  rules.onChange(() => {
    const [first, second] = [rules.of(service, 'request'), rules.of(service, 'response')];
    phases.request =
      first === null && second === null
        ? null
        : (exchange) => {
            const request = new LiveRequest(exchange);
            const candidates = {
              request: findMatching(first, request, rules),
              response: findMatching(second, request, rules),
            };
            if (candidates.request.length === 0 && candidates.response.length === 0) return undefined;
            return intercept(candidates, exchange, rules, context);
          };
  });
  return phases;
}

/** The rules of each phase whose conditions hold, in the order of their use. */
interface Candidates {
  readonly request: readonly ActiveRule[];
  readonly response: readonly ActiveRule[];
}

const NONE: readonly ActiveRule[] = [];

/** The usable rules whose conditions for the head of the request hold. */
export function findMatching(
  index: RuleIndex | null,
  request: LiveRequest,
  rules: Pick<RuleSet, 'isUsable'>,
): readonly ActiveRule[] {
  if (index === null) return NONE;
  const candidates = index.candidates(index.hasBins ? request.bin : null, request.path);
  if (candidates.length === 0) return NONE;
  return candidates.filter(
    (rule) =>
      rules.isUsable(rule) && rule.match.testHead(request) && (rule.takesPreflights || !request.isPreflight),
  );
}

async function intercept(
  candidates: Candidates,
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<boolean> {
  const decision = decide(candidates, exchange, rules, context);
  // No request behind a fault is processed, so the next ones wait for the decision.
  exchange.connection?.holdUntil(decision);
  const proceed = await decision;
  return proceed === undefined ? false : proceed();
}

/** Counts the request for the rules of both phases that apply to it. */
async function decide(
  candidates: Candidates,
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<Continue | undefined> {
  const taken: ActiveRule[] = [];
  const release = async () => {
    for (const rule of taken) await rules.release(rule);
  };
  try {
    const acts = await choose(candidates.request, taken, exchange, rules, context);
    // A rule that responds, or that has an effect on the response, is the only one of its request.
    if (!acts) await choose(candidates.response, taken, exchange, rules, context);
  } catch (error) {
    await release();
    throw error;
  }
  if (taken.length === 0 || exchange.signal.aborted) return undefined;
  return beginEffects(
    taken.map(({ effect }) => effect),
    exchange,
    { ...context, release },
  );
}

/**
 * Counts the request for the first rule that applies; after one that only delays, for the next ones too.
 * @returns whether a rule applies that does more.
 */
async function choose(
  candidates: readonly ActiveRule[],
  taken: ActiveRule[],
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<boolean> {
  for (const rule of candidates) {
    if (!(await rules.take(rule, exchange, () => checkEffect(rule.effect, exchange, context)))) continue;
    taken.push(rule);
    if (!rule.onlyDelays) return true;
  }
  return false;
}
