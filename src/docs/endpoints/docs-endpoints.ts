import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

export const endpointReference = endpoint({
  path: '/docs/endpoints/{endpoint}',
  tag: 'Documentation',
  summary: 'Returns the reference of an endpoint, with examples to copy and send.',
  params: {
    endpoint: Type.String({ description: 'Method and path of the endpoint, such as `get-status-codes`.' }),
  },
  responses: {
    200: htmlResponse('A page.'),
    ...CONDITIONAL,
    400: 'The Host header is not a valid host and port.',
    404: 'There is no such endpoint.',
  },
  examples: [
    {
      title: 'A page',
      path: '/docs/endpoints/get-status-codes',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
    { title: 'An endpoint that does not exist', path: '/docs/endpoints/unknown', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    const found = service.catalogue.find(params.endpoint);
    if (!found) throw notFound();
    const { sendEndpointPage } = await import('../pages/endpoint-page.ts');
    await sendEndpointPage(exchange, service, found.entry, found.family);
  },
});
