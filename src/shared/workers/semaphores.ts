import { QueueFullError, type Release, Semaphore } from '#concurrency.ts';

/** The semaphores of the workers of a machine, by name. Nothing waits for them. */
export class Semaphores {
  readonly #semaphores = new Map<string, Semaphore>();

  /** Undefined when the maximum number of holders is reached. */
  readonly tryAcquire = async (name: string, maximum: number): Promise<Release | undefined> => {
    const semaphore = this.#semaphores.get(name) ?? new Semaphore(maximum, 0);
    this.#semaphores.set(name, semaphore);
    try {
      return await semaphore.acquire();
    } catch (error) {
      if (error instanceof QueueFullError) return undefined;
      throw error;
    }
  };
}
