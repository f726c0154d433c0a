import type { ServerSettings } from '#config/settings/settings.ts';
import type { BodyBudget } from '#http/message/body/body-budget.ts';
import { declareFor } from '#http/routing/endpoint.ts';
import type { LabContext } from '../labs/keys/context.ts';
import type { HeaderLimits } from '../responses/headers/client-headers.ts';

/** The context of handlers of the testing service. */
export interface TestingContext extends LabContext, ServerSettings, HeaderLimits {
  /** Limits the total bytes of bodies and messages in progress. */
  readonly bodyBudget: BodyBudget;
  /** Environment variables; `/env` shows those with its prefix. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const endpoint = declareFor<TestingContext>();
