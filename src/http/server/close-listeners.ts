import type { Runtime } from '#runtime.ts';
import type { RequestsInProgress, Waiting } from '../message/requests-in-progress.ts';
import type { Listener } from './listen.ts';

export interface ClosingOptions {
  readonly listeners: readonly Listener[];
  readonly requests: RequestsInProgress;
  readonly runtime: Runtime;
  /** Maximum time to wait for requests in progress, in milliseconds. */
  readonly grace: number;
  /** Called once when there is something to wait for. */
  onWaiting(waiting: Waiting): void;
}

/** Ends delays and slow streams, closes idle connections, and waits for other requests in progress. */
export async function closeListeners(options: ClosingOptions): Promise<void> {
  const { listeners, requests, runtime, grace } = options;
  const deadline = Promise.withResolvers<void>();
  const cancel = runtime.timeout(grace, deadline.resolve);
  try {
    const closed = Promise.all(listeners.map((listener) => listener.close(deadline.promise)));
    requests.close();
    const waiting = await countWaiting(options);
    if (waiting > 0) options.onWaiting({ requests: waiting, milliseconds: grace });
    await closed;
  } finally {
    cancel();
  }
}

/** The number of requests in progress after delays have ended and idle connections are closed. */
async function countWaiting({ listeners, requests, runtime }: ClosingOptions): Promise<number> {
  for (let iteration = 0; iteration < 3; iteration++) await runtime.nextIteration();
  // The client may not have read all of a complete response yet.
  const open = countConnections(listeners);
  return open === 0 ? 0 : Math.max(requests.count, open);
}

/** The number of open connections of all listeners. */
export function countConnections(listeners: readonly Listener[]): number {
  let count = 0;
  for (const listener of listeners) count += listener.countConnections();
  return count;
}
