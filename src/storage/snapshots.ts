import type { Store } from '../store/index.ts';
import type { Snapshots } from './engine.ts';
import type { Database } from './tables.ts';

type SnapshotStore = Pick<
  Store,
  'snapshot' | 'restore' | 'deleteSnapshot' | 'readAll' | 'replaceAll' | 'clear'
>;

export function createSnapshotStore(db: Database, snapshots: Snapshots): SnapshotStore {
  return {
    snapshot: async () => ({ name: await snapshots.take(db) }),
    restore: ({ name }) => snapshots.restore(db, name),
    deleteSnapshot: ({ name }) => snapshots.delete(db, name),
    readAll: () => snapshots.readAll(db),
    replaceAll: (records) => snapshots.replaceAll(db, records),
    clear: () => snapshots.replaceAll(db, { tables: {}, nextIds: {} }),
  };
}
