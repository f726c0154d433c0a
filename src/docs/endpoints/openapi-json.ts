import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { endpoint } from '../context/context.ts';
import { sendOpenApi } from '../openapi/send-openapi.ts';

export const openApi = endpoint({
  path: '/openapi.json',
  tag: 'Documentation',
  summary: 'Returns the OpenAPI 3.1 document of the testing service.',
  responses: { 200: Type.Object({ openapi: Type.Literal('3.1.0') }), ...CONDITIONAL },
  compare: {
    httpcan: ['better', 'Generated from the endpoint declarations.', '/openapi.json and others'],
    mockhttp: ['better', 'Generated from the endpoint declarations.', '/openapi.json and others'],
  },
  examples: [{ path: '/openapi.json', status: 200 }],

  handle({ exchange, service }) {
    const [testing] = service.services;
    if (!testing) throw notFound();
    return sendOpenApi(exchange, service, testing, exchange.prefix || '/');
  },
});
