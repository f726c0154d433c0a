import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const reset = endpoint({
  path: '/_sparring/reset',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Resets the data to the seed of the server.',
  description:
    'Everything in the database is removed, whatever put it there, and the seed applied anew. Clock, lifecycle and faults are as after the start. Snapshots stay.',
  responses: { 204: 'It is as it was.', ...problems(403) },
  examples: [{ path: '/_sparring/reset', status: 204 }],

  async handle({ exchange, service }) {
    await service.controls.reset();
    exchange.empty(204);
  },
});
