import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { encodedView, sendEncoded } from '../encoded-view.ts';

export const gzip = endpoint({
  path: '/gzip',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns the request as JSON, compressed with gzip.',
  description: 'Ignores `Accept-Encoding`. Use `/compressed` for negotiated compression.',
  responses: { 200: encodedView({ gzipped: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
  examples: [{ path: '/gzip', status: 200, answers: [['Content-Encoding', 'gzip']] }],

  handle: ({ exchange }) => sendEncoded(exchange, 'gzip', { gzipped: true }),
});
