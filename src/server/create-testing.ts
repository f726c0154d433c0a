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

/** The testing service. */
export function createTesting(
  { options, bodyBudget }: ServerContext,
  labs: Labs,
  rules: ServerRules,
  toUnmatchedError: ToUnmatchedError,
): Service {
  const service = createTestingService({ ...options, bodyBudget, labs });
  return rules.addTo(service, 'testing', toUnmatchedError);
}

/** The error for a request that no rule has taken, with the nearest rules for those who may read them. */
export function toUnmatchedErrorOf(
  operations: OperationContext,
  control: ControlService | undefined,
): ToUnmatchedError {
  return (exchange, isCounted) =>
    isCounted ? createUnmatchedError(exchange, operations, control?.isReader(exchange) ?? false) : notFound();
}
