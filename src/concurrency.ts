/** Too many actions are waiting. */
export class QueueFullError extends Error {}

/** Ends what was acquired. Idempotent. */
export type Release = () => void;

/** Has a limited number of holders at a time, in the order of their requests. */
export class Semaphore {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param count maximum number of holders
   * @param maxWaiting maximum number of requests that wait
   */
  constructor(count: number, maxWaiting = Infinity) {
    this.#free = count;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws QueueFullError at once when too many requests are waiting. */
  async acquire(): Promise<Release> {
    const release = this.tryAcquire();
    if (release) return release;
    await this.#wait();
    return this.#hold();
  }

  /** Does not wait. @returns undefined when there is the maximum number of holders. */
  tryAcquire(): Release | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
    return this.#hold();
  }

  #hold(): Release {
    return once(() => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    });
  }

  /** The holder that ends passes its place on, so the number of free places does not change. */
  async #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFullError('The queue is full');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Locks by key, each with one holder at a time, in the order of their requests. A key without holders takes no memory. */
export class KeyedLock {
  readonly #maxWaiting: number;
  readonly #locks = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  /** @param maxWaiting maximum number of requests of one key that wait */
  constructor(maxWaiting = Infinity) {
    this.#maxWaiting = maxWaiting;
  }

  /** Whether the lock has a holder. */
  isBusy(key: string): boolean {
    return this.#locks.has(key);
  }

  /** @throws QueueFullError at once when too many requests of the key are waiting. */
  async acquire(key: string): Promise<Release> {
    const lock = this.#locks.get(key) ?? { semaphore: new Semaphore(1, this.#maxWaiting), users: 0 };
    this.#locks.set(key, lock);
    lock.users++;
    const leave = () => {
      if (--lock.users === 0) this.#locks.delete(key);
    };
    try {
      const release = await lock.semaphore.acquire();
      return once(() => {
        release();
        leave();
      });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Runs the action while it holds the lock. @throws QueueFullError as `acquire` does. */
  async run<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key);
    try {
      return await action();
    } finally {
      release();
    }
  }
}

function once(action: () => void): Release {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** Runs an action for all callers that wait for it. Callers during a run wait for the next run, which begins after their call. */
export class CombinedRuns {
  readonly #action: () => Promise<unknown>;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(action: () => Promise<unknown>) {
    this.#action = action;
  }

  /** Resolves after a run that has begun after this call. Rejects if the action does. */
  run(): Promise<void> {
    if (!this.#current) return this.#start();
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#current = this.#run();
    return this.#current;
  }

  async #run(): Promise<void> {
    try {
      await this.#action();
    } finally {
      this.#current = undefined;
    }
  }
}
