import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

export const docs = endpoint({
  path: '/docs',
  tag: 'Documentation',
  summary: 'Returns the index of the reference: every endpoint of a service, with a link to its page.',
  query: {
    service: Type.Optional(
      Type.String({ description: 'Name of the service. The testing service by default.' }),
    ),
  },
  responses: {
    200: htmlResponse('A page.'),
    ...CONDITIONAL,
    400: 'The Host header is not a valid host and port.',
    404: 'There is no such service.',
  },
  examples: [
    {
      title: 'The testing service',
      path: '/docs',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
    { title: 'Another service', path: '/docs?service=api', status: 200 },
    { title: 'A service that does not exist', path: '/docs?service=unknown', status: 404 },
  ],

  async handle({ query, exchange, service }) {
    const [first] = service.services;
    const shown =
      query.service === undefined ? first : service.services.find(({ name }) => name === query.service);
    if (!shown) throw notFound();
    const { sendIndexPage } = await import('../pages/index-page.ts');
    await sendIndexPage(exchange, service, shown);
  },
});
