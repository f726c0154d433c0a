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

  async acquire(holder: Holder): Promise<void> {
    if (this.#holder === undefined) {
      this.#holder = holder;
      return;
    }
    await new Promise<void>((resume) => this.#queue.push({ holder, resume }));
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

/** Maximum number of milliseconds between two attempts. */
const MAX_WAIT = 20;

/** How long an operation waits for the write lock. The time counts from its start, also while it waits for its turn. */
export class LockDeadline {
  readonly #runtime: LockOptions['runtime'];
  readonly #end: number;

  constructor({ runtime, lockTimeout }: LockOptions) {
    this.#runtime = runtime;
    this.#end = runtime.machineNow() + lockTimeout;
  }

  /**
   * Repeats the action until the write lock of the file is free, or the deadline has passed. The busy handler of SQLite
   * would block the event loop meanwhile, and with it a holder of the lock in the same process.
   */
  async retryWhileBusy<Result>(action: () => Result): Promise<Result> {
    for (let wait = 0; ; wait = Math.min(wait + 1, MAX_WAIT)) {
      try {
        return action();
      } catch (error) {
        if (!isBusy(error) || this.#runtime.machineNow() >= this.#end) throw error;
      }
      await this.#runtime.wait(wait);
    }
  }
}
