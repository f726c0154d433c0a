import { binaryResponse } from '../../../http/message/response.ts';
import { png } from '../assets/images.ts';
import { endpoint } from '../context.ts';

export const imagePng = endpoint({
  path: '/image/png',
  methods: ['GET'],
  tag: 'Images',
  summary: 'Returns a PNG image.',
  responses: { 200: binaryResponse('Two boxing gloves.', 'image/png') },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
  examples: [{ path: '/image/png', status: 200, answers: [['Content-Type', 'image/png']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'image/png']], png);
  },
});
