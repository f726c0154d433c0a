import { QueueFullError } from '#concurrency.ts';

/** Runs a limited number of actions at the same time, and serves the waiting keys in rotation. */
export interface FairQueue {
  /** The number of actions that wait. */
  readonly waiting: number;
  /**
   * Runs the action, after a wait when the queue is busy.
   * @throws QueueFullError when the share of the key is used up: at once, or later in favour of other keys.
   */
  run<Result>(key: string, action: () => Promise<Result>): Promise<Result>;
}

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

export function createFairQueue({ atOnce, maxWaitingOfKey, maxWaiting }: FairQueueOptions): FairQueue {
  // In the order in which the keys are served: the first is the next.
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function makeRoom(key: string): void {
    const count = lines.get(key)?.length ?? 0;
    if (count >= maxWaitingOfKey) throw new QueueFullError('The queue of this key is full');
    if (waiting < maxWaiting) return;
    const longest = [...lines.values()].reduce<Waiting[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= count + 1) throw new QueueFullError('The queue is full');
    // Removes the newest, so the oldest is served. A line of two or more does not become empty.
    waiting--;
    longest.pop()?.abandon(new QueueFullError('The action was displaced by another key'));
  }

  async function acquire(key: string): Promise<void> {
    if (running < atOnce) {
      running++;
      return;
    }
    makeRoom(key);
    await new Promise<void>((begin, abandon) => {
      const line = lines.get(key);
      if (line) line.push({ begin, abandon });
      else lines.set(key, [{ begin, abandon }]);
      waiting++;
    });
  }

  function release(): void {
    const [next] = lines;
    if (next === undefined) {
      running--;
      return;
    }
    // The action that ends hands its place on, so `running` does not change.
    const [key, line] = next;
    lines.delete(key);
    const first = line.shift();
    if (line.length > 0) lines.set(key, line);
    waiting--;
    first?.begin();
  }

  return {
    get waiting() {
      return waiting;
    },
    async run(key, action) {
      await acquire(key);
      try {
        return await action();
      } finally {
        release();
      }
    },
  };
}
