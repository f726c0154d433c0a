import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

export const docs = endpoint({
  path: '/docs',
  tag: 'Documentation',
  summary: 'Returns the index of the reference: every endpoint of every service, with a link to its page.',
  responses: {
    200: htmlResponse('A page.'),
    ...CONDITIONAL,
    400: 'The Host header is not a valid host and port.',
  },
  examples: [{ path: '/docs', status: 200, responseFields: [['Content-Type', 'text/html; charset=utf-8']] }],

  async handle({ exchange, service }) {
    const { sendIndexPage } = await import('../pages/index-page.ts');
    await sendIndexPage(exchange, service);
  },
});
