import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import type { RegisteredSnapshot } from '../snapshot-registry.ts';

const SnapshotView = Type.Object({
  id: Type.Integer(),
  taken_at: Type.String({ format: 'date-time', description: "On the server's clock." }),
});

function toView({ id, takenAt }: RegisteredSnapshot) {
  return { id, taken_at: takenAt };
}

export const takeSnapshot = endpoint({
  path: '/_sparring/snapshots',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Creates a snapshot of database, clock, lifecycle and faults.',
  description:
    'A snapshot is a copy of the database: a file beside it, a schema of PostgreSQL, or memory. Snapshots are deleted when the server ends. The limit is ten; further requests get 409.',
  responses: { 201: SnapshotView, ...problems(400, 403, 409, 501) },
  examples: [{ path: '/_sparring/snapshots', status: 201 }],

  async handle({ exchange, service }) {
    const taken = await service.snapshots.take();
    exchange.json(201, toView(taken), [['Location', `/_sparring/snapshots/${taken.id}`]]);
  },
});

export const listSnapshots = endpoint({
  path: '/_sparring/snapshots',
  methods: ['GET'],
  tag: 'Data',
  summary: 'Lists the snapshots.',
  responses: { 200: Type.Object({ snapshots: Type.Array(SnapshotView) }), ...problems(400, 403) },
  examples: [{ path: '/_sparring/snapshots', status: 200 }],

  handle({ exchange, service }) {
    exchange.json(200, { snapshots: service.snapshots.list().map(toView) });
  },
});

export const deleteSnapshot = endpoint({
  path: '/_sparring/snapshots/{id}',
  methods: ['DELETE'],
  tag: 'Data',
  summary: 'Deletes a snapshot.',
  params: { id: Type.Integer({ description: 'The id of the snapshot.' }) },
  responses: { 204: 'The snapshot is deleted.', ...problems(400, 403, 404) },
  examples: [
    { path: '/_sparring/snapshots/1', status: 204 },
    { path: '/_sparring/snapshots/999', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    await service.snapshots.delete(params.id);
    exchange.empty(204);
  },
});
