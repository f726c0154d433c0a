import { redirectResponse } from '#http/message/response.ts';
import { RedirectCount } from '../generation/redirects.ts';
import { endpoint } from '../request/context.ts';

export const relativeRedirect = endpoint({
  path: '/relative-redirect/{n}',
  tag: 'Redirects',
  summary: 'Redirects n times to relative URLs.',
  params: { n: RedirectCount },
  responses: { 302: redirectResponse('A redirect without content.'), 400: 'n is zero or too large.' },
  compare: {
    httpbin: ['better', 'The same locations; zero gets 400, not 500.'],
    'go-httpbin': ['different', 'A value that is not a number gets 404.'],
    httpbun: ['different', 'As `/redirect/{n}`.'],
  },
  examples: [
    {
      title: 'One redirect',
      path: '/relative-redirect/1',
      status: 302,
      responseFields: [['Location', '/get']],
    },
    {
      title: 'Three redirects',
      path: '/relative-redirect/3',
      status: 302,
      responseFields: [['Location', '/relative-redirect/2']],
    },
  ],

  handle({ params, exchange }) {
    exchange.empty(302, [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Location', `${exchange.base}${params.n === 1 ? '/get' : `/relative-redirect/${params.n - 1}`}`],
    ]);
  },
});
