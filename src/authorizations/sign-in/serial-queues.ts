import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** A queue for each key, in which one action runs at a time. A key without actions takes no room. */
export interface SerialQueues {
  /** @throws QueueFullError when too many actions of the key are waiting already. */
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
