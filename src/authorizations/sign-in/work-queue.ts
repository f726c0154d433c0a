/** Runs a limited number of actions at the same time, in the order in which they come. */
export interface WorkQueue {
  /**
   * Runs the action, after a wait when the queue is busy.
   * @throws QueueFullError at once when too many actions are waiting.
   */
  run<Result>(action: () => Promise<Result>): Promise<Result>;
}

export class QueueFullError extends Error {}

/**
 * @param atOnce maximum number of actions that run at the same time
 * @param maxWaiting maximum number of actions that wait
 */
export function createWorkQueue(atOnce: number, maxWaiting: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquire(): Promise<void> {
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.length >= maxWaiting) throw new QueueFullError('The queue is full');
    // The action that ends hands its place on, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
    async run(action) {
      await acquire();
      try {
        return await action();
      } finally {
        release();
      }
    },
  };
}

/** A queue for each key, in which one action runs at a time. A key without actions takes no memory. */
export interface SerialQueues {
  /** @throws QueueFullError when too many actions of the key are waiting. */
  run<Result>(key: string, action: () => Promise<Result>): Promise<Result>;
  /** Whether an action of the key is running or waiting. */
  isBusy(key: string): boolean;
}

export function createSerialQueues(maxWaiting: number): SerialQueues {
  const queues = new Map<string, { readonly queue: WorkQueue; users: number }>();
  return {
    isBusy: (key) => queues.has(key),

    async run(key, action) {
      const entry = queues.get(key) ?? { queue: createWorkQueue(1, maxWaiting), users: 0 };
      queues.set(key, entry);
      entry.users++;
      try {
        return await entry.queue.run(action);
      } finally {
        if (--entry.users === 0) queues.delete(key);
      }
    },
  };
}
