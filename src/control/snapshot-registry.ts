import type { SharedState } from '../cluster/shared-state.ts';
import { HttpError } from '../http/errors.ts';
import type { ServerState, Snapshot } from './server-state.ts';

export interface RegisteredSnapshot {
  readonly id: number;
  /** The time of the clock of the server, as UTC text. */
  readonly takenAt: string;
}

/** Snapshots with a number, for clients of the control API. */
export interface SnapshotRegistry {
  /** @throws HttpError 409 when the limit is reached; 501 in a server of several workers. */
  take(): Promise<RegisteredSnapshot>;
  list(): RegisteredSnapshot[];
  /** @throws HttpError 404 */
  restore(id: number): Promise<void>;
  /** @throws HttpError 404 */
  delete(id: number): Promise<void>;
}

/** Each snapshot holds the complete database. */
const MAX_SNAPSHOTS = 10;

export function createSnapshotRegistry(
  serverState: Pick<ServerState, 'snapshot' | 'restore' | 'deleteSnapshot'>,
  { worker }: Pick<SharedState, 'worker'>,
): SnapshotRegistry {
  const kept = new Map<number, Snapshot>();
  let inProgress = 0;
  // A counter: the seeded generator would repeat ids after a restore.
  let latestId = 0;

  const find = (id: number): Snapshot => {
    const snapshot = kept.get(id);
    if (!snapshot) throw new HttpError(404, `There is no snapshot ${id}.`);
    return snapshot;
  };

  return {
    async take() {
      if (worker !== undefined) throw needsOneProcess();
      if (kept.size + inProgress >= MAX_SNAPSHOTS) throw tooMany();
      inProgress++;
      try {
        const snapshot = await serverState.snapshot();
        kept.set(++latestId, snapshot);
        return { id: latestId, takenAt: snapshot.takenAt };
      } finally {
        inProgress--;
      }
    },
    list: () => [...kept].map(([id, { takenAt }]) => ({ id, takenAt })),
    restore: (id) => serverState.restore(find(id)),
    async delete(id) {
      const snapshot = find(id);
      kept.delete(id);
      await serverState.deleteSnapshot(snapshot);
    },
  };
}

function needsOneProcess(): HttpError {
  return new HttpError(501, 'A snapshot is kept in one process; start the server without --workers.');
}

function tooMany(): HttpError {
  return new HttpError(
    409,
    `${MAX_SNAPSHOTS} snapshots exist already, which is the limit; delete one with DELETE /_sparring/snapshots/ID.`,
  );
}
