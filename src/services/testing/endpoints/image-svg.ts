import { textResponse } from '../../../http/message/response.ts';
import { svg } from '../assets/images.ts';
import { endpoint } from '../context.ts';

export const imageSvg = endpoint({
  path: '/image/svg',
  methods: ['GET'],
  tag: 'Images',
  summary: 'Returns an SVG image.',
  responses: { 200: textResponse('Two boxing gloves.', 'image/svg+xml') },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
  examples: [{ path: '/image/svg', status: 200, answers: [['Content-Type', 'image/svg+xml']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'image/svg+xml']], svg);
  },
});
