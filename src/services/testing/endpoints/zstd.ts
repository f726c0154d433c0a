import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { encodedView, sendEncoded } from '../encoded-view.ts';

export const zstd = endpoint({
  path: '/zstd',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns the request as JSON, compressed with Zstandard.',
  description: 'Ignores `Accept-Encoding`. Use `/compressed` for negotiated compression.',
  responses: { 200: encodedView({ zstd: Type.Literal(true) }) },
  compare: {
    httpcan: ['same', 'Always compressed, as `/gzip`.'],
  },
  examples: [{ path: '/zstd', status: 200, answers: [['Content-Encoding', 'zstd']] }],

  handle: ({ exchange }) => sendEncoded(exchange, 'zstd', { zstd: true }),
});
