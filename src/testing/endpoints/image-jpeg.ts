import { jpeg } from '../assets/images.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const imageJpeg = contentEndpoint({
  path: '/image/jpeg',
  tag: 'Images',
  summary: 'Returns a JPEG image.',
  content: { type: 'image/jpeg', data: jpeg, description: 'Two boxing gloves.' },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
});
