import type { BodyBudget } from '../http/body-budget.ts';
import { declareFor } from '../http/endpoint.ts';
import type { Surroundings } from '../http/service.ts';
import type { HeaderLimits } from './chosen-headers.ts';

/** What the handlers of the testing service are given. */
export interface TestingContext extends Surroundings, HeaderLimits {
  /** The longest an answer may be held back, in milliseconds. */
  readonly maxDuration: number;
  /** Most bytes of a body, or of a message, that are read. */
  readonly maxBodySize: number;
  /** Bounds the bytes of all bodies and messages that are held at a time. */
  readonly bodyBudget: BodyBudget;
  /** Most bytes that are made up for one answer. */
  readonly maxGeneratedSize: number;
  /** Most bytes that `/upload` takes in. */
  readonly maxUploadSize: number;
  readonly realHostname: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const endpoint = declareFor<TestingContext>();
