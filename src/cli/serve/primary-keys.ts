import { CombinedRuns } from '#concurrency.ts';
import type { Runtime } from '#runtime.ts';
import { createSharedClock } from '#shared/shared-clock.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { WorkerService } from '#shared/workers/channel-server.ts';
import type { WorkerGroup } from '#shared/workers/worker-group.ts';
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
  shared: SharedState,
  group: WorkerGroup,
  runtime: Runtime,
): Promise<() => WorkerService> {
  createSharedClock(shared, runtime);
  await shared.start();
  const keys = new MemoryKeys(logicOf(LABS), runtime);
  const settling = new CombinedRuns(() => group.gather({ name: SETTLED, argument: '', worker: undefined }));
  return () => new KeyService(keys, () => settling.run());
}
