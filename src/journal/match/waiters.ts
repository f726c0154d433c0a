import type { Runtime } from '../../runtime.ts';
import type { RecordedExchange } from '../recording/record.ts';
import { type JournalSource, type WaitOptions, waitForExchanges } from './wait.ts';

/** Callers that wait for requests, up to a maximum number. */
export class Waiters {
  readonly #runtime: Pick<Runtime, 'timeout'>;
  readonly #maximum: number;
  #count = 0;

  constructor(runtime: Pick<Runtime, 'timeout'>, maximum: number) {
    this.#runtime = runtime;
    this.#maximum = maximum;
  }

  get isFull(): boolean {
    return this.#count >= this.#maximum;
  }

  /**
   * The requests that came in time, oldest first; fewer than `count` after the end of the time. Requests count from the
   * end of their body. Rejects with the reason of the signal.
   */
  async wait(
    journal: JournalSource,
    options: Omit<WaitOptions, 'until'>,
  ): Promise<readonly RecordedExchange[]> {
    this.#count++;
    try {
      const { found, isComplete } = await waitForExchanges(
        journal,
        { ...options, until: 'body' },
        this.#runtime,
      );
      if (!isComplete) options.signal?.throwIfAborted();
      return found;
    } finally {
      this.#count--;
    }
  }
}
