import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const restoreSnapshot = endpoint({
  path: '/_sparring/snapshots/{id}/restore',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Restores a snapshot.',
  description: 'A snapshot can be restored repeatedly.',
  params: { id: Type.Integer({ description: 'The id of the snapshot.' }) },
  responses: { 204: 'The state is restored.', ...problems(400, 403, 404) },
  examples: [
    { path: '/_sparring/snapshots/1/restore', status: 204 },
    { path: '/_sparring/snapshots/999/restore', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    await service.snapshots.restore(params.id);
    exchange.empty(204);
  },
});
