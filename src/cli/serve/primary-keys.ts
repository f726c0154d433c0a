import { CombinedRuns } from '#concurrency.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { Hub } from '#shared/hub.ts';
import type { WorkerService } from '#shared/hub-server.ts';
import { createHubState } from '#shared/hub-state.ts';
import { createSharedClock } from '#shared/shared-clock.ts';
import { LABS } from '#testing/labs/index.ts';
import { KeyService } from '#testing/labs/keys/key-service.ts';
import { logicOf, SETTLED } from '#testing/labs/keys/labs.ts';
import { MemoryKeys } from '#testing/labs/keys/memory-keys.ts';

/**
 * Creates the keys of the labs, which the primary process has for all workers. The runtime gets the clock of the server: a change
 * of the clock is applied here before it is answered.
 * @returns the function that executes the calls of a worker.
 */
export async function openKeys(
  hub: Hub,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Log },
): Promise<() => WorkerService> {
  const shared = createHubState(hub, (error) => log.error('A shared change failed', { error }));
  createSharedClock(shared, runtime);
  await shared.start();
  const keys = new MemoryKeys(logicOf(LABS), runtime);
  const settling = new CombinedRuns(() => hub.gather({ name: SETTLED, argument: '', worker: undefined }));
  return () => new KeyService(keys, () => settling.run());
}
