import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { encodedView, sendEncoded } from '../encoded-view.ts';

export const brotli = endpoint({
  path: '/brotli',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns the request as JSON, compressed with Brotli.',
  description: 'Ignores `Accept-Encoding`. Use `/compressed` for negotiated compression.',
  responses: { 200: encodedView({ brotli: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['better', 'A 501 there.'],
  },
  examples: [{ path: '/brotli', status: 200, answers: [['Content-Encoding', 'br']] }],

  handle: ({ exchange }) => sendEncoded(exchange, 'br', { brotli: true }),
});
