import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const restoreSnapshot = endpoint({
  path: '/_sparring/snapshots/{id}/restore',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Restores a snapshot.',
  description: 'It may be restored as often as one likes.',
  params: { id: Type.Integer({ description: 'The id of the snapshot.' }) },
  responses: { 204: 'It is as it was.', ...problems(403, 404) },
  examples: [
    { path: '/_sparring/snapshots/1/restore', status: 204 },
    { path: '/_sparring/snapshots/999/restore', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    await service.snapshots.restore(params.id);
    exchange.empty(204);
  },
});
