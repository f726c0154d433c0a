import type { Runtime } from '../runtime.ts';
import type { Listener } from './listen.ts';
import type { RequestsInProgress, Waiting } from './requests-in-progress.ts';

export interface ClosingOptions {
  readonly listeners: readonly Listener[];
  readonly requests: RequestsInProgress;
  readonly runtime: Runtime;
  /** Milliseconds for which requests in progress are waited for. */
  readonly grace: number;
  /** Called once when there is something to wait for. */
  onWaiting(waiting: Waiting): void;
}

/** Ends delays and slow streams, closes idle connections, and waits for other requests in progress. */
export async function closeListeners(options: ClosingOptions): Promise<void> {
  const { listeners, requests, runtime, grace } = options;
  const patience = Promise.withResolvers<void>();
  const cancel = runtime.after(grace, patience.resolve);
  const closed = Promise.all(listeners.map((listener) => listener.close(patience.promise)));
  requests.close();
  const waiting = await countWaiting(options);
  if (waiting > 0) options.onWaiting({ requests: waiting, milliseconds: grace });
  await closed;
  cancel();
}

/** How many requests are left when delays have ended and idle connections are closed. */
async function countWaiting({ listeners, requests, runtime }: ClosingOptions): Promise<number> {
  for (let turns = 0; turns < 3; turns++) await runtime.turn();
  const connections = await Promise.all(listeners.map((listener) => listener.countConnections()));
  // A request may have its answer, of which the client has not taken all.
  const open = connections.reduce((sum, count) => sum + count, 0);
  return open === 0 ? 0 : Math.max(requests.count, open);
}
