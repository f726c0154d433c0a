import { Type } from 'typebox';
import { RedirectCount, redirectResponses, redirect as redirectTo } from '../generation/redirects.ts';
import { endpoint } from '../request/context.ts';
import { absoluteUrl } from '../request/url.ts';

export const redirect = endpoint({
  path: '/redirect/{n}',
  tag: 'Redirects',
  summary: 'Redirects n times.',
  params: { n: RedirectCount },
  query: { absolute: Type.String({ description: 'With `true`, locations are absolute URLs.', default: '' }) },
  responses: redirectResponses,
  compare: {
    httpbin: ['better', 'The same locations; zero gets 400, not 500.'],
    'go-httpbin': ['different', 'A value that is not a number gets 404, and the redirect has a page.'],
    httpbun: ['different', 'Allows more than twenty, and each location is a path from the root.'],
  },
  examples: [
    { title: 'One redirect', path: '/redirect/1', status: 302, responseFields: [['Location', '/get']] },
    {
      title: 'Three redirects',
      path: '/redirect/3',
      status: 302,
      responseFields: [['Location', '/relative-redirect/2']],
    },
    {
      title: 'Absolute URLs',
      path: '/redirect/3?absolute=true',
      status: 302,
      responseFields: [['Location', /^https?:\/\/[^/]+\/absolute-redirect\/2$/]],
    },
  ],

  handle({ params, query, exchange }) {
    const isAbsolute = query.absolute.toLowerCase() === 'true';
    const style = isAbsolute ? 'absolute' : 'relative';
    const path = params.n === 1 ? '/get' : `/${style}-redirect/${params.n - 1}`;
    redirectTo(exchange, isAbsolute ? absoluteUrl(exchange, path) : path);
  },
});
