import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const reset = endpoint({
  path: '/_sparring/reset',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Resets the data to the seed of the server.',
  description:
    'All records of the database are deleted, and the seed is applied again. Clock, lifecycle and faults are reset. Snapshots stay.',
  responses: { 204: 'The state is restored.', ...problems(400, 403) },
  examples: [{ path: '/_sparring/reset', status: 204 }],

  async handle({ exchange, service }) {
    await service.serverState.reset();
    exchange.empty(204);
  },
});
