import { hostname as machineName } from 'node:os';
import { Type } from 'typebox';
import { endpoint } from '../request/context.ts';

export const hostname = endpoint({
  path: '/hostname',
  tag: 'Request inspection',
  summary: 'Returns the host name of the server.',
  description: 'The name is `sparring`, unless the server runs with `--real-hostname`.',
  responses: { 200: Type.Object({ hostname: Type.String() }) },
  compare: {
    'go-httpbin': ['same', 'A fixed placeholder unless the operator sets a name.'],
  },
  examples: [{ title: 'The name of the machine', path: '/hostname', status: 200 }],

  handle({ exchange, service }) {
    exchange.json(200, { hostname: service.realHostname ? machineName() : 'sparring' });
  },
});
