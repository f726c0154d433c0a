import { NO_INPUT, operation } from '../declaration/operation.ts';

export const reset = operation({
  name: 'reset',
  summary: 'Resets the data to the seed of the server.',
  input: NO_INPUT,
  http: {
    route: 'POST /_sparring/reset',
    tag: 'Data',
    description:
      'All records of the database are deleted, and the seed is applied again. Clock, lifecycle and rules are reset. Snapshots stay.',
    success: 'The state is restored.',
    examples: [{ path: '/_sparring/reset', status: 204 }],
  },
  run: (_input, { serverState }) => serverState.reset(),
});
