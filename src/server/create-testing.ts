import type { OperationContext } from '#control/operations/declaration/context.ts';
import { createUnmatchedError } from '#control/operations/rules/unmatched-error.ts';
import type { ControlService } from '#control/service.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Service } from '#http/routing/service.ts';
import type { ToUnmatchedError } from '#rules/phases/unmatched-phase.ts';
import { LABS } from '#testing/labs/index.ts';
import { Labs } from '#testing/labs/keys/labs.ts';
import { createTestingService } from '#testing/service.ts';
import type { ServerRules } from './create-rules.ts';
import type { ServerContext } from './server-context.ts';

export function createLabs({ options }: ServerContext): Labs {
  return new Labs({
    labs: LABS,
    limits: options,
    runtime: options.runtime,
    keys: options.labKeys,
    redacted: options.journalRedact,
    binHeader: options.binHeader,
  });
}

/** The testing service. @param pages those of accounts, which have paths beside those of the testing service */
export function createTesting(
  { options, bodyBudget }: ServerContext,
  labs: Labs,
  rules: ServerRules,
  toUnmatchedError: ToUnmatchedError,
  pages: Service,
): Service {
  const service = reportIn(pages, createTestingService({ ...options, bodyBudget, labs }));
  return rules.addTo(service, 'testing', toUnmatchedError);
}

/**
 * The service, whose 404 for a path that only a page could have, such as `/settings/nothing`, is that of the pages. In a bin, the
 * path is one of the testing service.
 */
function reportIn({ name, format }: Service, service: Service): Service {
  return {
    ...service,
    fallback: {
      ...service.fallback,
      unmatched(exchange, allow) {
        const { route, target, services, method } = exchange;
        const isOfPages = route.owner.name === name && target.base === '' && method !== 'OPTIONS';
        if (!isOfPages || allow !== undefined || !services.some((each) => each.name === name))
          return service.fallback.unmatched?.(exchange, allow);
        const { fields, content } = format.renderError(notFound(), exchange);
        exchange.send(404, [...format.commonFields(exchange, 404), ...fields], content);
      },
    },
  };
}

/** The error for a request that no rule has taken, with the nearest rules for those who may read them. */
export function toUnmatchedErrorOf(
  operations: OperationContext,
  control: ControlService | undefined,
): ToUnmatchedError {
  return async (exchange, isCounted) =>
    isCounted
      ? await createUnmatchedError(exchange, operations, control?.isReader(exchange) ?? false)
      : notFound();
}
