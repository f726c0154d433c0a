import { Type } from 'typebox';
import { notFound } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { toOpenApi } from '../openapi/openapi.ts';

export const spec = endpoint({
  path: '/spec.json',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'Returns the OpenAPI 3.1 document of the testing service, at the path that httpbin uses.',
  description:
    'The document of httpbin is Swagger 2.0, and names the host of the public instance. This one is OpenAPI 3.1, and names this server.',
  responses: { 200: Type.Object({ openapi: Type.Literal('3.1.0') }) },
  compare: {
    httpbin: ['better', 'OpenAPI 3.1 of this server instead of Swagger 2.'],
  },
  examples: [{ path: '/spec.json', status: 200, answers: [['Content-Type', 'application/json']] }],

  handle({ exchange, service }) {
    const [testing] = service.services;
    if (!testing) throw notFound();
    exchange.json(200, toOpenApi(testing, '/'));
  },
});
