import { binaryResponse } from '../../../http/message/response.ts';
import { webp } from '../assets/images.ts';
import { endpoint } from '../context.ts';

export const imageWebp = endpoint({
  path: '/image/webp',
  methods: ['GET'],
  tag: 'Images',
  summary: 'Returns a WEBP image.',
  responses: { 200: binaryResponse('Two boxing gloves.', 'image/webp') },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
  examples: [{ path: '/image/webp', status: 200, answers: [['Content-Type', 'image/webp']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'image/webp']], webp);
  },
});
