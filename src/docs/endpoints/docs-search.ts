import { Type } from 'typebox';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';
import { MAX_QUERY_LENGTH } from '../search/search-entry.ts';

export const search = endpoint({
  path: '/docs/search',
  tag: 'Documentation',
  summary: 'Searches endpoints, guides, settings, faults and commands, and returns the results as a page.',
  query: {
    q: Type.Optional(
      Type.String({ description: 'Words, a path, or a method and a path.', maxLength: MAX_QUERY_LENGTH }),
    ),
  },
  responses: {
    200: htmlResponse('A page.'),
    400: 'The query is too long, or the Host header is not a valid host and port.',
  },
  examples: [
    {
      path: '/docs/search?q=retry',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
  ],

  async handle({ query: { q = '' }, exchange, service }) {
    const { find } = await service.loadSearch();
    const { sendSearchPage } = await import('../pages/search-page.ts');
    await sendSearchPage(exchange, service, q, find(q));
  },
});
