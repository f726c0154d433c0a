import { Type } from 'typebox';
import { endpoint } from '../request/context.ts';

const PREFIX = 'SPARRING_ENV_';

export const env = endpoint({
  path: '/env',
  tag: 'Request inspection',
  summary: 'Returns the environment variables of the server that start with SPARRING_ENV_.',
  responses: { 200: Type.Object({ env: Type.Record(Type.String(), Type.String()) }) },
  compare: {
    'go-httpbin': ['same', 'Only variables with a prefix, which differs from that of go-httpbin.'],
  },
  examples: [{ title: 'The variables', path: '/env', status: 200 }],

  handle({ exchange, service }) {
    const visible = Object.entries(service.environment).filter(([name]) => name.startsWith(PREFIX));
    exchange.json(200, { env: new Map(visible) });
  },
});
