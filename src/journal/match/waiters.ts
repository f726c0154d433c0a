import type { Runtime } from '../../runtime.ts';
import type { Redaction } from '../views/redaction.ts';
import { type Verification, verifyWait } from './verification.ts';
import type { WaitOptions, WatchedJournal } from './wait.ts';

/** Callers that wait for requests, up to a maximum number. */
export class Waiters {
  readonly #runtime: Pick<Runtime, 'timeout' | 'machineNow' | 'monotonic'>;
  readonly #maximum: number;
  #count = 0;

  constructor(runtime: Pick<Runtime, 'timeout' | 'machineNow' | 'monotonic'>, maximum: number) {
    this.#runtime = runtime;
    this.#maximum = maximum;
  }

  get isFull(): boolean {
    return this.#count >= this.#maximum;
  }

  /** Waits for requests that match. Rejects with the reason of the signal. */
  async wait(journal: WatchedJournal, options: WaitOptions, redaction: Redaction): Promise<Verification> {
    this.#count++;
    try {
      const result = await verifyWait(journal, options, redaction, this.#runtime);
      if (result.failed) options.signal?.throwIfAborted();
      return result;
    } finally {
      this.#count--;
    }
  }
}
