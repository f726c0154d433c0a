import { png } from '../assets/images.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const imagePng = contentEndpoint({
  path: '/image/png',
  tag: 'Images',
  summary: 'Returns a PNG image.',
  content: { type: 'image/png', data: png, description: 'Two boxing gloves.' },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
});
