import { Type } from 'typebox';
import { notFound } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { toOpenApi } from '../openapi/openapi.ts';

export const spec = endpoint({
  path: '/spec.json',
  methods: ['GET'],
  tag: 'Documentation',
  summary: "The testing service's OpenAPI 3.1 document, where the original has its own.",
  description:
    'The original answers in Swagger 2.0, with a host that is not the one that was asked. What reads descriptions reads 3.1 by now, and this one calls the server it came from.',
  responses: { 200: Type.Object({ openapi: Type.Literal('3.1.0') }) },
  examples: [{ path: '/spec.json', status: 200, answers: [['Content-Type', 'application/json']] }],

  handle({ exchange, service }) {
    const [testing] = service.services;
    if (!testing) throw notFound();
    exchange.json(200, toOpenApi(testing, '/'));
  },
});
