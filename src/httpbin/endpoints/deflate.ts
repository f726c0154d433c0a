import { Type } from 'typebox';
import { answerCoded, codedView } from '../coded-view.ts';
import { endpoint } from '../context.ts';

export const deflate = endpoint({
  path: '/deflate',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a picture of the request, compressed with deflate in the zlib format.',
  description: 'Whatever `Accept-Encoding` says; `/compressed` is for those who want to be asked.',
  responses: { 200: codedView({ deflated: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'The zlib format, as RFC 9110 defines it.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
  examples: [{ path: '/deflate', status: 200, answers: [['Content-Encoding', 'deflate']] }],

  handle: ({ exchange }) => answerCoded(exchange, 'deflate', { deflated: true }),
});
