import { Type } from 'typebox';
import { endpoint } from '../request/context.ts';
import { requestView } from '../request/view.ts';

export const userAgent = endpoint({
  path: '/user-agent',
  tag: 'Request inspection',
  summary: 'Returns the User-Agent header.',
  responses: { 200: Type.Object({ 'user-agent': Type.Union([Type.String(), Type.Null()]) }) },
  compare: {
    httpbin: ['same', 'A missing header is null.'],
    'go-httpbin': ['different', 'A missing header is null, not an empty string.'],
  },
  examples: [
    { title: 'Your User-Agent', path: '/user-agent', fields: [['User-Agent', 'sparring/1']], status: 200 },
  ],

  handle({ exchange }) {
    exchange.json(200, { 'user-agent': requestView(exchange).headers.get('User-Agent') ?? null });
  },
});
