import { webp } from '../assets/images.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const imageWebp = contentEndpoint({
  path: '/image/webp',
  tag: 'Images',
  summary: 'Returns a WEBP image.',
  content: { type: 'image/webp', data: webp, description: 'Two boxing gloves.' },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
});
