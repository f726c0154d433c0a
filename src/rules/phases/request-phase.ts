import type { ServiceRules } from '#http/routing/service.ts';
import type { RuleService } from '../rule.ts';
import type { RuleSet } from '../rule-set.ts';
import { type RequestPhases, RuledRequest, type RuledRequestContext } from './ruled-request.ts';
import type { ToUnmatchedError } from './unmatched-phase.ts';

/**
 * Applies the rules of the phases `request`, `respond` and `response`, which are decided before the endpoint is called.
 * @param toError creates the 404 for an unmatched request; undefined for a service without such requests.
 */
export function createRequestPhase(
  rules: RuleSet,
  context: RuledRequestContext,
  service: RuleService,
  toError?: ToUnmatchedError,
): ServiceRules {
  const serviceRules: { request: ServiceRules['request'] } = { request: null };
  rules.onChange(() => {
    const phases: RequestPhases = {
      request: rules.of(service, 'request'),
      respond: rules.of(service, 'respond'),
      response: rules.of(service, 'response'),
      isStrict: toError !== undefined && rules.unmatched.isStrict,
      toError,
    };
    const isIdle = !phases.request && !phases.respond && !phases.response && !phases.isStrict;
    serviceRules.request = isIdle
      ? null
      : (exchange, isKnown) =>
          // The control API has none of the paths of a bin.
          exchange.route.owner.name === 'control'
            ? undefined
            : new RuledRequest(exchange, isKnown, phases, rules, context).intercept();
  });
  return serviceRules;
}
