import { endpoint } from '../context.ts';
import { ProblemView } from '../problem-view.ts';

export const reset = endpoint({
  path: '/_sparring/reset',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Goes back to what the server started with: its seed and nothing else.',
  description:
    'Everything in the database is removed, whatever put it there, and the seed applied anew. Clock, lifecycle and faults are as after the start. Snapshots stay.',
  responses: { 204: 'It is as it was.', 403: ProblemView },
  examples: [{ path: '/_sparring/reset', status: 204 }],

  async handle({ exchange, service }) {
    await service.controls.reset();
    exchange.empty(204);
  },
});
