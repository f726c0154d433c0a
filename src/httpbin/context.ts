import type { ServerSettings } from '../config/settings.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { declareFor } from '../http/endpoint.ts';
import type { ServiceDependencies } from '../http/service.ts';
import type { Labs } from '../labs/labs.ts';
import type { HeaderLimits } from '../responses/headers/client-headers.ts';

/** The context of handlers of the testing service. */
export interface TestingContext extends ServiceDependencies, ServerSettings, HeaderLimits {
  /** Limits the total bytes of bodies and messages in progress. */
  readonly bodyBudget: BodyBudget;
  /** Keys of the labs with memory, and the attempts at them. */
  readonly labs: Labs;
  /** Environment variables; `/env` shows those with its prefix. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const endpoint = declareFor<TestingContext>();
