import type { Store } from '#accounts/store/index.ts';
import { type Runtime, withDeadline } from '#runtime.ts';

/** Resolves when the database is available and writable. @throws StoreUnavailableError, and an error after 1.5 seconds. */
export async function checkDatabase(runtime: Runtime, store: Pick<Store, 'ping'>): Promise<void> {
  await withDeadline(runtime, MAX_WAIT, store.ping());
}

/** Milliseconds. Probes wait for few seconds. */
const MAX_WAIT = 1500;
