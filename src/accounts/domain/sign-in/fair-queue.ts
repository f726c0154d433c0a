import { QueueFullError } from '#concurrency.ts';

export interface FairQueueOptions {
  /** Maximum number of actions that run at the same time. */
  readonly atOnce: number;
  /** Maximum number of actions of one key that wait. */
  readonly maxWaitingOfKey: number;
  /** Maximum number of actions that wait. When it is reached, a key with fewer displaces one of the key with the most. */
  readonly maxWaiting: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly abandon: (error: QueueFullError) => void;
}

/** Runs a limited number of actions at the same time, and serves the waiting keys in rotation. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order in which the keys are served: the first is the next. */
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The number of actions that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs the action, after a wait when the queue is busy.
   * @throws QueueFullError when the share of the key is used up: at once, or later in favour of other keys.
   */
  async run<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    await this.#acquire(key);
    try {
      return await action();
    } finally {
      this.#release();
    }
  }

  async #acquire(key: string): Promise<void> {
    if (this.#running < this.#options.atOnce) {
      this.#running++;
      return;
    }
    this.#makeRoom(key);
    await new Promise<void>((begin, abandon) => {
      const line = this.#lines.get(key);
      if (line) line.push({ begin, abandon });
      else this.#lines.set(key, [{ begin, abandon }]);
      this.#waiting++;
    });
  }

  #makeRoom(key: string): void {
    const { maxWaitingOfKey, maxWaiting } = this.#options;
    const count = this.#lines.get(key)?.length ?? 0;
    if (count >= maxWaitingOfKey) throw new QueueFullError('The queue of this key is full');
    if (this.#waiting < maxWaiting) return;
    const longest = [...this.#lines.values()].reduce<Waiting[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= count + 1) throw new QueueFullError('The queue is full');
    // Removes the newest, so the oldest is served. A line of two or more does not become empty.
    this.#waiting--;
    longest.pop()?.abandon(new QueueFullError('The action was displaced by another key'));
  }

  #release(): void {
    const [next] = this.#lines;
    if (next === undefined) {
      this.#running--;
      return;
    }
    // The action that ends hands its place on, so the number of running ones does not change.
    const [key, line] = next;
    this.#lines.delete(key);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(key, line);
    this.#waiting--;
    first?.begin();
  }
}
