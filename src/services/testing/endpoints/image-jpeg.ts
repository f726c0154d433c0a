import { binaryResponse } from '../../../http/message/response.ts';
import { jpeg } from '../assets/images.ts';
import { endpoint } from '../context.ts';

export const imageJpeg = endpoint({
  path: '/image/jpeg',
  methods: ['GET'],
  tag: 'Images',
  summary: 'Returns a JPEG image.',
  responses: { 200: binaryResponse('Two boxing gloves.', 'image/jpeg') },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
  examples: [{ path: '/image/jpeg', status: 200, answers: [['Content-Type', 'image/jpeg']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'image/jpeg']], jpeg);
  },
});
