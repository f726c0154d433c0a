import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { endpoint } from '../context/context.ts';
import { sendOpenApi } from '../openapi/send-openapi.ts';

export const serviceOpenApi = endpoint({
  path: '/docs/{service}/openapi.json',
  tag: 'Documentation',
  summary: 'Returns the OpenAPI 3.1 document of a service.',
  params: { service: Type.String({ description: 'Name of the service, such as `testing`.' }) },
  responses: {
    200: Type.Object({ openapi: Type.Literal('3.1.0') }),
    ...CONDITIONAL,
    404: 'There is no such service.',
  },
  examples: [
    { title: 'The testing service', path: '/docs/testing/openapi.json', status: 200 },
    { title: 'The Authorization Management API', path: '/docs/api/openapi.json', status: 200 },
    { title: 'The documentation itself', path: '/docs/docs/openapi.json', status: 200 },
    { title: 'A service that does not exist', path: '/docs/unknown/openapi.json', status: 404 },
  ],

  handle({ params, exchange, service }) {
    const documented = service.described.find(({ name }) => name === params.service);
    if (!documented) throw notFound();
    return sendOpenApi(
      exchange,
      service,
      documented,
      service.toOrigin?.(documented, exchange) ?? (exchange.prefix || '/'),
    );
  },
});
