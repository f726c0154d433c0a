import { UsageError } from '#config/usage-error.ts';
import type { ServerState, StoredSnapshot } from '#control/operations/state/server-state.ts';
import type { Snapshot } from '../../types/index.ts';

/** Snapshots for users of the library, who hold an object and do not delete it. */
export interface LibrarySnapshots {
  take(): Promise<Snapshot>;
  /** @throws UsageError for a snapshot of another server. */
  restore(snapshot: Snapshot): Promise<void>;
}

export function createLibrarySnapshots(
  serverState: Pick<ServerState, 'snapshot' | 'restore' | 'deleteSnapshot'>,
): LibrarySnapshots {
  const taken = new WeakMap<Snapshot, StoredSnapshot>();
  const unused = new FinalizationRegistry<StoredSnapshot>(
    (stored) => void serverState.deleteSnapshot(stored),
  );
  return {
    async take() {
      const stored = await serverState.snapshot();
      const snapshot = { takenAt: stored.takenAt };
      taken.set(snapshot, stored);
      unused.register(snapshot, stored);
      return snapshot;
    },
    async restore(snapshot) {
      const stored = taken.get(snapshot);
      if (!stored) throw new UsageError('The snapshot belongs to another server.');
      await serverState.restore(stored);
    },
  };
}
