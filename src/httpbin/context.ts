import { declareFor } from '../http/endpoint.ts';
import type { Surroundings } from '../http/service.ts';

/** What the handlers of the testing service are given. */
export interface TestingContext extends Surroundings {
  /** The longest an answer may be held back, in milliseconds. */
  readonly maxDuration: number;
}

export const endpoint = declareFor<TestingContext>();
