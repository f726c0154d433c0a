import { RedirectCount, redirect, redirectResponses } from '../generation/redirects.ts';
import { endpoint } from '../request/context.ts';
import { absoluteUrl } from '../request/url.ts';

export const absoluteRedirect = endpoint({
  path: '/absolute-redirect/{n}',
  tag: 'Redirects',
  summary: 'Redirects n times to absolute URLs.',
  params: { n: RedirectCount },
  responses: redirectResponses,
  compare: {
    httpbin: ['better', 'The same locations; zero gets 400, not 500.'],
    'go-httpbin': ['different', 'A value that is not a number gets 404, and the redirect has a page.'],
    httpbun: ['different', 'As `/redirect/{n}`.'],
  },
  examples: [
    {
      title: 'The host of the client',
      path: '/absolute-redirect/1',
      fields: [['Host', 'sparring.example']],
      status: 302,
      responseFields: [['Location', /^https?:\/\/sparring\.example\/get$/]],
    },
    {
      title: 'Three redirects',
      path: '/absolute-redirect/3',
      status: 302,
      responseFields: [['Location', /^https?:\/\/[^/]+\/absolute-redirect\/2$/]],
    },
  ],

  handle({ params, exchange }) {
    const path = params.n === 1 ? '/get' : `/absolute-redirect/${params.n - 1}`;
    redirect(exchange, absoluteUrl(exchange, path));
  },
});
