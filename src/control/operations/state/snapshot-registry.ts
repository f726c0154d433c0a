import type { SharedState } from '#shared/shared-state.ts';
import { notFound, OperationError } from './errors.ts';
import type { ServerState, StoredSnapshot } from './server-state.ts';

export interface RegisteredSnapshot {
  readonly id: number;
  /** The time of the clock of the server, as UTC text. */
  readonly takenAt: string;
}

/** Snapshots with a number, for clients of the control API. All processes of a server share them. */
export interface SnapshotRegistry {
  /** @throws OperationError `conflict` when the limit is reached. */
  take(): Promise<RegisteredSnapshot>;
  list(): RegisteredSnapshot[];
  /** @throws OperationError `notFound` */
  restore(id: number): Promise<void>;
  /** @throws OperationError `notFound` */
  delete(id: number): Promise<void>;
  /**
   * Deletes the copies that any worker of this server has made: one that was killed has not deleted its own. A process
   * without workers deletes its copies when it closes its database.
   */
  close(): Promise<void>;
}

/** The shared value, as JSON. */
interface Registry {
  /** A counter: the seeded generator would repeat ids after a restore. */
  readonly latestId: number;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly id: number;
  /** Null while the snapshot is being taken. */
  readonly snapshot: StoredSnapshot | null;
  /** The server whose worker took it. */
  readonly server?: string | undefined;
}

/** Each snapshot holds the complete database. */
const MAX_SNAPSHOTS = 10;

export function createSnapshotRegistry(
  serverState: Pick<ServerState, 'snapshot' | 'restore' | 'deleteSnapshot'>,
  { attach, server }: Pick<SharedState, 'attach' | 'server'>,
): SnapshotRegistry {
  let registry: Registry = { latestId: 0, entries: [] };
  const value = attach<Registry>('snapshots', {
    read: () => registry,
    apply(changed) {
      registry = changed;
    },
  });
  const replaceEntry = (id: number, snapshot?: StoredSnapshot) =>
    value.update(({ latestId, entries }) => ({
      latestId,
      entries: entries.flatMap((entry) => {
        if (entry.id !== id) return [entry];
        return snapshot ? [{ id, snapshot, server }] : [];
      }),
    }));

  const find = ({ entries }: Registry, id: number): StoredSnapshot => {
    const snapshot = entries.find((entry) => entry.id === id)?.snapshot;
    if (!snapshot) throw notFound(`There is no snapshot ${id}.`);
    return snapshot;
  };

  return {
    async take() {
      // The entry without a snapshot counts, so that parallel requests do not exceed the limit.
      const { latestId: id } = await value.update(({ latestId, entries }) => {
        if (entries.length >= MAX_SNAPSHOTS) throw tooMany();
        return { latestId: latestId + 1, entries: [...entries, { id: latestId + 1, snapshot: null }] };
      });
      try {
        const snapshot = await serverState.snapshot();
        await replaceEntry(id, snapshot);
        return { id, takenAt: snapshot.takenAt };
      } catch (error) {
        await replaceEntry(id);
        throw error;
      }
    },
    list: () =>
      registry.entries.flatMap(({ id, snapshot }) => (snapshot ? [{ id, takenAt: snapshot.takenAt }] : [])),
    restore: (id) => serverState.restore(find(registry, id)),
    async delete(id) {
      let deleted: StoredSnapshot | undefined;
      await value.update((current) => {
        deleted = find(current, id);
        return { ...current, entries: current.entries.filter((entry) => entry.id !== id) };
      });
      if (deleted) await serverState.deleteSnapshot(deleted);
    },
    async close() {
      if (server === undefined) return;
      const ofServer = registry.entries.filter((entry) => entry.server === server);
      // Another worker of the server may delete the same copy at the same time, and the database may be unavailable.
      for (const { snapshot } of ofServer)
        if (snapshot) await serverState.deleteSnapshot(snapshot).catch(() => {});
    },
  };
}

function tooMany(): OperationError {
  return new OperationError(
    'conflict',
    `${MAX_SNAPSHOTS} snapshots exist already, which is the limit; delete one with DELETE /_sparring/snapshots/ID.`,
  );
}
