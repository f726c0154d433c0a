import type { Hub } from '#cluster/hub.ts';
import type { WorkerService } from '#cluster/hub-server.ts';
import { createHubState } from '#cluster/hub-state.ts';
import { createSharedClock } from '#cluster/shared-clock.ts';
import { CombinedRuns } from '#concurrency.ts';
import type { Log } from '#http/routing/service.ts';
import { LABS } from '#labs/index.ts';
import { KeyService } from '#labs/keys/key-service.ts';
import { SETTLED, typesOf } from '#labs/keys/labs.ts';
import { LocalKeys } from '#labs/keys/local-keys.ts';
import type { Runtime } from '#runtime.ts';

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
  const keys = new LocalKeys(typesOf(LABS), runtime);
  const settling = new CombinedRuns(() => hub.gather({ name: SETTLED, argument: '', worker: undefined }));
  return () => new KeyService(keys, () => settling.run());
}
