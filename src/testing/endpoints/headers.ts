import { Type } from 'typebox';
import { endpoint } from '../request/context.ts';
import { HeaderView, requestView } from '../request/view.ts';

export const headers = endpoint({
  path: '/headers',
  tag: 'Request inspection',
  summary: 'Returns the headers of the request.',
  responses: { 200: Type.Object({ headers: HeaderView }) },
  compare: {
    httpbin: [
      'better',
      'Headers that proxies add are hidden without `show_env`; names with underscores are shown.',
    ],
    'go-httpbin': ['different', 'Repeated headers are joined with commas.'],
    httpbun: ['different', 'Repeated headers are joined with commas.'],
  },
  examples: [
    { title: 'A header of the client', path: '/headers', fields: [['X-Custom', 'one']], status: 200 },
  ],

  handle({ exchange }) {
    exchange.json(200, { headers: requestView(exchange).headers });
  },
});
