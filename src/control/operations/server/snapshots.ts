import { Type } from 'typebox';
import { NO_INPUT, operation } from '../declaration/operation.ts';
import type { RegisteredSnapshot } from '../state/snapshot-registry.ts';

const SnapshotView = Type.Object({
  id: Type.Integer(),
  taken_at: Type.String({ format: 'date-time', description: "On the server's clock." }),
});

const SnapshotId = Type.Object({ id: Type.Integer({ description: 'The id of the snapshot.' }) });

export const takeSnapshot = operation({
  name: 'snapshots.take',
  summary: 'Creates a snapshot of database, clock, lifecycle and rules.',
  input: NO_INPUT,
  output: SnapshotView,
  errors: ['conflict', 'unsupported'],
  http: {
    route: 'POST /_sparring/snapshots',
    tag: 'Data',
    description:
      'A snapshot is a copy of the database: a file beside it, a schema of PostgreSQL, or memory. Snapshots are deleted when the server ends. The limit is ten; further requests get 409.',
    success: 201,
    examples: [{ path: '/_sparring/snapshots', status: 201 }],
  },
  location: ({ id }) => `/_sparring/snapshots/${id}`,
  run: async (_input, { snapshots }) => toSnapshotView(await snapshots.take()),
});

export const listSnapshots = operation({
  name: 'snapshots.list',
  summary: 'Lists the snapshots.',
  input: NO_INPUT,
  output: Type.Object({ snapshots: Type.Array(SnapshotView) }),
  http: {
    route: 'GET /_sparring/snapshots',
    tag: 'Data',
    examples: [{ path: '/_sparring/snapshots', status: 200 }],
  },
  run: (_input, { snapshots }) => ({ snapshots: snapshots.list().map(toSnapshotView) }),
});

export const deleteSnapshot = operation({
  name: 'snapshots.delete',
  summary: 'Deletes a snapshot.',
  input: SnapshotId,
  errors: ['notFound'],
  http: {
    route: 'DELETE /_sparring/snapshots/{id}',
    tag: 'Data',
    success: 'The snapshot is deleted.',
    examples: [
      { title: 'A snapshot', path: '/_sparring/snapshots/1', status: 204 },
      { title: 'A snapshot that does not exist', path: '/_sparring/snapshots/999', status: 404 },
    ],
  },
  run: ({ id }, { snapshots }) => snapshots.delete(id),
});

export const restoreSnapshot = operation({
  name: 'snapshots.restore',
  summary: 'Restores a snapshot.',
  input: SnapshotId,
  errors: ['notFound'],
  http: {
    route: 'POST /_sparring/snapshots/{id}/restore',
    tag: 'Data',
    description: 'A snapshot can be restored repeatedly.',
    success: 'The state is restored.',
    examples: [
      { title: 'A snapshot', path: '/_sparring/snapshots/1/restore', status: 204 },
      { title: 'A snapshot that does not exist', path: '/_sparring/snapshots/999/restore', status: 404 },
    ],
  },
  run: ({ id }, { snapshots }) => snapshots.restore(id),
});

export function toSnapshotView({ id, takenAt }: RegisteredSnapshot) {
  return { id, taken_at: takenAt };
}
