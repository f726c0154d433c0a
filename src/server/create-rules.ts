import { BINS_PATH } from '#bins/bin-prefix.ts';
import { checkRules } from '#control/operations/state/server-state.ts';
import type { Service } from '#http/routing/service.ts';
import type { Compose } from '#rules/active-rule.ts';
import { createNormalize } from '#rules/normalize.ts';
import { createRequestPhase } from '#rules/phases/request-phase.ts';
import type { ToUnmatchedError } from '#rules/phases/unmatched-phase.ts';
import type { RuleService } from '#rules/rule.ts';
import { RuleSet } from '#rules/rule-set.ts';
import { buildModes } from '#rules/unmatched/unmatched-mode.ts';
import { composeHandlerResponse } from '#testing/responses/composition/handler-response.ts';
import { composeSteps } from '#testing/responses/composition/response-steps.ts';
import type { ServerContext } from './server-context.ts';
import type { ServiceDirectory } from './service-directory.ts';

export interface ServerRules {
  readonly rules: RuleSet;
  /** Sets the rules and modes of the settings, when all services exist. @throws UsageError for an invalid rule of the seed. */
  start(): void;
  /** The service, whose requests pass the rules for services of this name first. */
  addTo(service: Service, name: RuleService, toUnmatchedError?: ToUnmatchedError): Service;
}

/** The rules of a server. They have no effect before `start`. */
export function createRules(
  { options, bodyBudget }: ServerContext,
  directory: ServiceDirectory,
): ServerRules {
  const normalize = createNormalize(() => directory.services, { ...options, limits: options });
  const compose: Compose = {
    steps: (respond, after) => composeSteps(respond, after, options),
    fromHandler: (result, onError) => composeHandlerResponse(result, options, onError),
  };
  const rules = new RuleSet(normalize, {
    ...options,
    compose,
    endpointAt(path, methods, bin) {
      const { template, allow = '' } = directory.findRoute(
        bin === null ? path : `${BINS_PATH}/${bin}${path}`,
      );
      const isAllowed = methods?.some((method) => allow.split(', ').includes(method)) ?? true;
      return template === '' || !isAllowed ? null : template;
    },
  });
  return {
    rules,
    start() {
      const initial = checkRules(normalize, options.initialRules ?? [], 'The seed is invalid: ', {
        hasFiles: true,
      });
      rules.start(initial, buildModes(options.unmatched, options.initialUnmatched));
    },
    addTo: (service, name, toUnmatchedError) => ({
      ...service,
      rules: createRequestPhase(rules, { ...options, bodyBudget }, name, toUnmatchedError),
    }),
  };
}
