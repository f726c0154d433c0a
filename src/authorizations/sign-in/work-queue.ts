export interface WorkQueue {
  /**
   * Runs the action when its turn has come.
   * @throws QueueFullError at once when too many are waiting already.
   */
  run<Result>(action: () => Promise<Result>): Promise<Result>;
}

export class QueueFullError extends Error {}

/** Lets so many actions run at once and so many more wait, first come, first served. */
export function createWorkQueue(atOnce: number, mostWaiting: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.length >= mostWaiting) throw new QueueFullError('Too much is waiting already');
    // Whoever leaves hands its place on, so the number of those running stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
    async run(action) {
      await enter();
      try {
        return await action();
      } finally {
        leave();
      }
    },
  };
}
