import { type CompiledMatch, compile } from '../matching/compiled-match.ts';
import { headConditions } from '../matching/request-conditions.ts';
import type { HeadMatch } from '../matching/request-match.ts';
import type { RequestHead } from '../matching/request-view.ts';
import { compileEffect, type TransportEffect } from '../responses/effects/response-effects.ts';
import { withPrefix } from './path-range.ts';
import type { ActiveRuleView, NormalizedRule, RuleMatch, StoredRule } from './rule.ts';
import { createSampling, type Sampling } from './sampling.ts';

/** What is known of an authenticated caller. */
export interface CallerNames {
  /** Undefined for an application that calls for itself. */
  readonly login: string | undefined;
  readonly clientId: string | undefined;
}

/** A rule in this process, with its compiled conditions and effect. */
export interface ActiveRule {
  readonly id: number;
  readonly rule: NormalizedRule;
  /** Key of its counter. */
  readonly key: string;
  /** Number of requests when the counter began. */
  readonly counted: number;
  /** Number of requests that this process knows of. */
  applied: number;
  readonly match: CompiledMatch<RequestHead>;
  /** Undefined for a rule that does not depend on the caller. */
  readonly matchesCaller: ((caller: CallerNames) => boolean) | undefined;
  readonly isDrawn: Sampling;
  /** The effect on the connection and the response; undefined in the phase `caller`. */
  readonly transport: TransportEffect | undefined;
}

export function activate({ id, rule, applied }: StoredRule, key: string): ActiveRule {
  const { match, prefix, phase, effect } = rule;
  return {
    id,
    rule,
    key,
    counted: applied,
    applied,
    match: compile<RequestHead, HeadMatch>(
      match.path === undefined ? match : { ...match, path: withPrefix(match.path, prefix) },
      headConditions,
    ),
    matchesCaller: toCallerTest(match.caller, effect.suspended ?? false),
    isDrawn: createSampling(rule),
    transport: phase === 'caller' ? undefined : compileEffect(id, effect),
  };
}

export function toView({ id, rule, applied }: ActiveRule): ActiveRuleView {
  const { match, service, effect, count, probability, toxicity } = rule;
  return {
    id,
    match: service === 'api' ? match : { ...match, service },
    effect,
    count,
    probability,
    toxicity,
    applied,
    remaining: count > 0 ? Math.max(0, count - applied) : null,
  };
}

export function isExhausted({ rule: { count }, applied }: Pick<ActiveRule, 'rule' | 'applied'>): boolean {
  return count > 0 && applied >= count;
}

/** A rule with a suspension applies to users only, so it needs the caller even without a name. */
function toCallerTest(
  caller: RuleMatch['caller'],
  isForUsers: boolean,
): ((names: CallerNames) => boolean) | undefined {
  if (caller === undefined && !isForUsers) return undefined;
  const { login, client_id: clientId } = caller ?? {};
  const wanted = login?.toLowerCase();
  return (names) =>
    (!isForUsers || names.login !== undefined) &&
    (wanted === undefined || names.login?.toLowerCase() === wanted) &&
    (clientId === undefined || names.clientId === clientId);
}
