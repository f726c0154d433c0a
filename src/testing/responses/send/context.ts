import type { Runtime } from '#runtime.ts';

/** What the sending of a response needs. */
export interface SendContext {
  readonly runtime: Runtime;
  /** Maximum delay in milliseconds. */
  readonly maxDuration: number;
  /** Maximum size in bytes of the body of a request that waits for 100 (Continue). */
  readonly maxBodySize: number;
}
