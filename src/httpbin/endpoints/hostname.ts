import { hostname as machineName } from 'node:os';
import { Type } from 'typebox';
import { endpoint } from '../context.ts';

export const hostname = endpoint({
  path: '/hostname',
  methods: ['GET'],
  tag: 'Request inspection',
  summary: 'Returns the name of the host that answers.',
  description: 'Always `sparring`, unless whoever runs the server wants the real one to be told.',
  responses: { 200: Type.Object({ hostname: Type.String() }) },
  compare: {
    'go-httpbin': ['same', 'A fixed placeholder unless the operator sets a name.'],
  },
  examples: [{ path: '/hostname', status: 200 }],

  handle({ exchange, service }) {
    exchange.json(200, { hostname: service.realHostname ? machineName() : 'sparring' });
  },
});
