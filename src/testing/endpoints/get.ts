import { endpoint } from '../request/context.ts';
import { RequestView, requestView } from '../request/view.ts';

export const get = endpoint({
  path: '/get',
  tag: 'HTTP methods',
  summary: 'Returns the request as JSON.',
  responses: { 200: RequestView },
  compare: {
    httpbin: ['same', 'Members, order, indentation and escapes are the same.'],
    'go-httpbin': ['different', 'A single value is a string, several are a list; there is no `method`.'],
    httpbun: ['different', 'Only `args`, `headers`, `origin` and `url`, as in httpbin.'],
    httpcan: ['different', 'The JSON is indented, and a plus sign in the query is a space.'],
    mockhttp: ['different', 'The query is in `args`, not in `queryParams`.'],
    'Postman Echo': ['different', 'Returns `origin` and header names in title case; sets no cookie.'],
  },
  examples: [
    {
      title: 'A query of two parameters',
      path: '/get?a=1&b=two',
      status: 200,
      responseFields: [['Content-Type', 'application/json']],
    },
  ],

  handle({ exchange }) {
    exchange.json(200, requestView(exchange));
  },
});
