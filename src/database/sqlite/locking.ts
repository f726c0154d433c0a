import type { StoreOptions } from '../store-options.ts';

export type LockOptions = Pick<StoreOptions, 'runtime' | 'lockTimeout'>;

/** A mutual exclusion lock: one holder after the other, in the order of their requests. */
export class Mutex<Holder extends object> {
  #holder: Holder | undefined;
  readonly #queue: { holder: Holder; resume: () => void }[] = [];

  isHeldBy(holder: Holder): boolean {
    return this.#holder === holder;
  }

  isFree(): boolean {
    return this.#holder === undefined;
  }

  /** @throws BusyError when there is a deadline and it passes. */
  async acquire(holder: Holder, deadline?: LockDeadline): Promise<void> {
    if (this.#holder === undefined) {
      this.#holder = holder;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { holder, resume: resolve };
    this.#queue.push(entry);
    const cancel = deadline?.onEnd(() => {
      const place = this.#queue.indexOf(entry);
      if (place >= 0) this.#queue.splice(place, 1);
      if (place >= 0) reject(new BusyError());
    });
    await promise.finally(cancel);
  }

  release(): void {
    const next = this.#queue.shift();
    this.#holder = next?.holder;
    next?.resume();
  }
}

/** Whether another connection holds the write lock of the file (`SQLITE_BUSY`). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/** Another operation has locked the database. It has the code of `SQLITE_BUSY`. */
export class BusyError extends Error {
  readonly errcode = 5;

  constructor(cause?: unknown) {
    super('database is locked', { cause });
    this.name = 'BusyError';
  }
}

/** Maximum number of milliseconds between two attempts. */
const MAX_WAIT = 20;

/** How long an operation waits for the write lock. The time counts from its start, also while it waits for its turn. */
export class LockDeadline {
  readonly #runtime: LockOptions['runtime'];
  readonly #end: number;

  constructor({ runtime, lockTimeout }: LockOptions) {
    this.#runtime = runtime;
    this.#end = runtime.monotonic() + lockTimeout;
  }

  /** Runs the action when the deadline has passed. Returns a function that cancels it. */
  onEnd(action: () => void): () => void {
    return this.#runtime.timeout(Math.max(0, this.#end - this.#runtime.monotonic()), action);
  }

  /**
   * Repeats the action until the write lock of the file is free, or the deadline has passed. The busy handler of SQLite
   * would block the event loop meanwhile, and with it a holder of the lock in the same process.
   */
  async retryWhileBusy<Result>(action: () => Result | Promise<Result>): Promise<Result> {
    for (let wait = 0; ; wait = Math.min(wait + 1, MAX_WAIT)) {
      try {
        return await action();
      } catch (error) {
        if (!isBusy(error) || this.#runtime.monotonic() >= this.#end) throw error;
      }
      await this.#runtime.wait(wait);
    }
  }
}
