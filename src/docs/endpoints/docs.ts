import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';
import { sendDocsPage } from '../pages/docs-page.ts';
import { indexPage } from '../pages/index-page.ts';

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

  handle({ exchange, service }) {
    return sendDocsPage(exchange, service, '/docs', indexPage);
  },
});
