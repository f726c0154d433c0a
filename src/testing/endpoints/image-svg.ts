import { svg } from '../assets/images.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const imageSvg = contentEndpoint({
  path: '/image/svg',
  tag: 'Images',
  summary: 'Returns an SVG image.',
  content: { type: 'image/svg+xml', data: svg, description: 'Two boxing gloves.' },
  compare: {
    httpbin: ['different', 'A different image.'],
    'go-httpbin': ['different', 'A different image.'],
  },
});
