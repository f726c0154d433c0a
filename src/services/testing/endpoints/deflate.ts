import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { encodedView, sendEncoded } from '../encoded-view.ts';

export const deflate = endpoint({
  path: '/deflate',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns the request as JSON, compressed with deflate in the zlib format.',
  description: 'Ignores `Accept-Encoding`. Use `/compressed` for negotiated compression.',
  responses: { 200: encodedView({ deflated: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'The zlib format, as RFC 9110 defines it.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
  examples: [{ path: '/deflate', status: 200, answers: [['Content-Encoding', 'deflate']] }],

  handle: ({ exchange }) => sendEncoded(exchange, 'deflate', { deflated: true }),
});
