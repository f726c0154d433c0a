import { declareFor } from '#http/routing/endpoint.ts';

/** The context of the probes. */
export interface ProbesContext {
  /** Resolves when the database responds, and rejects if it does not. Calls at the same time are one. */
  checkDatabase(): Promise<void>;
}

export const endpoint = declareFor<ProbesContext>();
