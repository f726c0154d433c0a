/** Releases a lock. Idempotent. */
export type Release = () => void;

/** Locks by name: one holder after the other, in the order of their requests. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  acquire(name: string): Promise<Release> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const before = this.#tails.get(name) ?? Promise.resolve();
    const tail = before.then(() => released);
    this.#tails.set(name, tail);
    void tail.then(() => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    });
    return before.then(() => release);
  }

  async run<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(name);
    try {
      return await action();
    } finally {
      release();
    }
  }
}
