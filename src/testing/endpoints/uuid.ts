import { Type } from 'typebox';
import { endpoint } from '../request/context.ts';

export const uuid = endpoint({
  path: '/uuid',
  tag: 'Dynamic data',
  summary: 'Returns a version 4 UUID.',
  responses: { 200: Type.Object({ uuid: Type.String() }) },
  compare: {
    httpbin: ['same', 'A version 4 UUID.'],
    'go-httpbin': ['same', 'A version 4 UUID.'],
  },
  examples: [{ path: '/uuid', status: 200, responseFields: [['Content-Length', '53']] }],

  handle({ exchange, service }) {
    exchange.json(200, { uuid: service.runtime.uuid() });
  },
});
