import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import { notFound, OperationError } from './errors.ts';
import type { ServerState, StoredSnapshot } from './server-state.ts';

export interface RegisteredSnapshot {
  readonly id: number;
  /** The time of the clock of the server, as UTC text. */
  readonly takenAt: string;
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

/** Snapshots with a number, for clients of the control API. All processes of a server share them. */
export class SnapshotRegistry {
  readonly #serverState: Pick<ServerState, 'snapshot' | 'restore' | 'deleteSnapshot'>;
  readonly #server: string | undefined;
  readonly #value: SharedValue<Registry>;
  #registry: Registry = { latestId: 0, entries: [] };

  constructor(
    serverState: Pick<ServerState, 'snapshot' | 'restore' | 'deleteSnapshot'>,
    shared: Pick<SharedState, 'attach' | 'server'>,
  ) {
    this.#serverState = serverState;
    this.#server = shared.server;
    this.#value = shared.attach<Registry>('snapshots', {
      read: () => this.#registry,
      apply: (changed) => {
        this.#registry = changed;
      },
    });
  }

  /** @throws OperationError `conflict` when the limit is reached. */
  async take(): Promise<RegisteredSnapshot> {
    // The entry without a snapshot counts, so that parallel requests do not exceed the limit.
    const { latestId: id } = await this.#value.update(({ latestId, entries }) => {
      if (entries.length >= MAX_SNAPSHOTS) throw tooMany();
      return { latestId: latestId + 1, entries: [...entries, { id: latestId + 1, snapshot: null }] };
    });
    try {
      const snapshot = await this.#serverState.snapshot();
      await this.#replaceEntry(id, snapshot);
      return { id, takenAt: snapshot.takenAt };
    } catch (error) {
      await this.#replaceEntry(id);
      throw error;
    }
  }

  list(): RegisteredSnapshot[] {
    return this.#registry.entries.flatMap(({ id, snapshot }) =>
      snapshot ? [{ id, takenAt: snapshot.takenAt }] : [],
    );
  }

  /** @throws OperationError `notFound` */
  restore(id: number): Promise<void> {
    return this.#serverState.restore(findSnapshot(this.#registry, id));
  }

  /** @throws OperationError `notFound` */
  async delete(id: number): Promise<void> {
    let deleted: StoredSnapshot | undefined;
    await this.#value.update((current) => {
      deleted = findSnapshot(current, id);
      return { ...current, entries: current.entries.filter((entry) => entry.id !== id) };
    });
    if (deleted) await this.#serverState.deleteSnapshot(deleted);
  }

  /**
   * Deletes the copies that any worker of this server has made: one that was killed has not deleted its own. A process
   * without workers deletes its copies when it closes its database.
   */
  async close(): Promise<void> {
    if (this.#server === undefined) return;
    const ofServer = this.#registry.entries.filter((entry) => entry.server === this.#server);
    // Another worker of the server may delete the same copy at the same time, and the database may be unavailable.
    for (const { snapshot } of ofServer)
      if (snapshot) await this.#serverState.deleteSnapshot(snapshot).catch(() => {});
  }

  #replaceEntry(id: number, snapshot?: StoredSnapshot): Promise<unknown> {
    return this.#value.update(({ latestId, entries }) => ({
      latestId,
      entries: entries.flatMap((entry) => {
        if (entry.id !== id) return [entry];
        return snapshot ? [{ id, snapshot, server: this.#server }] : [];
      }),
    }));
  }
}

function findSnapshot({ entries }: Registry, id: number): StoredSnapshot {
  const snapshot = entries.find((entry) => entry.id === id)?.snapshot;
  if (!snapshot) throw notFound(`There is no snapshot ${id}.`);
  return snapshot;
}

function tooMany(): OperationError {
  return new OperationError(
    'conflict',
    `${MAX_SNAPSHOTS} snapshots exist already, which is the limit; delete one with DELETE /_sparring/snapshots/ID.`,
  );
}
