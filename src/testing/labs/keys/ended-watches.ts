import type { Runtime } from '#runtime.ts';
import type { SharedRecords } from '#shared/shared-records.ts';
import type { EndWatch } from './key-store.ts';

/** Looks at the numbers of ended attempts at keys in the database, while they are watched. */
export class EndedWatches {
  readonly #records: Pick<SharedRecords, 'readDone' | 'pollInterval'>;
  readonly #runtime: Pick<Runtime, 'wait'>;
  /** By name of the key. */
  readonly #watches = new Map<string, Set<EndWatch>>();
  #isLooking = false;

  constructor(records: Pick<SharedRecords, 'readDone' | 'pollInterval'>, runtime: Pick<Runtime, 'wait'>) {
    this.#records = records;
    this.#runtime = runtime;
  }

  /** @returns a function that ends the reports */
  add(name: string, watch: EndWatch): () => void {
    const watches = this.#watches.get(name) ?? new Set();
    watches.add(watch);
    this.#watches.set(name, watches);
    if (!this.#isLooking) void this.#look();
    return () => {
      watches.delete(watch);
      if (watches.size === 0 && this.#watches.get(name) === watches) this.#watches.delete(name);
    };
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#watches.size > 0) {
      await this.#report().catch((error: unknown) => {
        for (const watches of this.#watches.values()) for (const { fail } of watches) fail(error);
      });
      await this.#runtime.wait(this.#records.pollInterval);
    }
    this.#isLooking = false;
  }

  async #report(): Promise<void> {
    const done = await this.#records.readDone([...this.#watches.keys()]);
    for (const [name, watches] of this.#watches)
      for (const { report } of watches) report(done.get(name) ?? 0);
  }
}
