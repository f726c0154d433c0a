import { Type } from 'typebox';
import { answerCoded, codedView } from '../coded-view.ts';
import { endpoint } from '../context.ts';

export const zstd = endpoint({
  path: '/zstd',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a picture of the request, compressed with Zstandard.',
  description: 'Whatever `Accept-Encoding` says; `/compressed` is for those who want to be asked.',
  responses: { 200: codedView({ zstd: Type.Literal(true) }) },
  compare: {
    httpcan: ['same', 'Always compressed, as `/gzip`.'],
  },
  examples: [{ path: '/zstd', status: 200, answers: [['Content-Encoding', 'zstd']] }],

  handle: ({ exchange }) => answerCoded(exchange, 'zstd', { zstd: true }),
});
