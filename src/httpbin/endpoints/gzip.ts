import { Type } from 'typebox';
import { answerCoded, codedView } from '../coded-view.ts';
import { endpoint } from '../context.ts';

export const gzip = endpoint({
  path: '/gzip',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a picture of the request, compressed with gzip.',
  description: 'Whatever `Accept-Encoding` says; `/compressed` is for those who want to be asked.',
  responses: { 200: codedView({ gzipped: Type.Literal(true) }) },
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
  examples: [{ path: '/gzip', status: 200, answers: [['Content-Encoding', 'gzip']] }],

  handle: ({ exchange }) => answerCoded(exchange, 'gzip', { gzipped: true }),
});
