import { Type } from 'typebox';
import { answerCoded, codedView } from '../coded-view.ts';
import { endpoint } from '../context.ts';

export const brotli = endpoint({
  path: '/brotli',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a picture of the request, compressed with Brotli.',
  description: 'Whatever `Accept-Encoding` says; `/compressed` is for those who want to be asked.',
  responses: { 200: codedView({ brotli: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['better', 'A 501 there.'],
  },
  examples: [{ path: '/brotli', status: 200, answers: [['Content-Encoding', 'br']] }],

  handle: ({ exchange }) => answerCoded(exchange, 'br', { brotli: true }),
});
