import { slideshowXml } from '../assets/slideshow.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const xml = contentEndpoint({
  path: '/xml',
  tag: 'Response formats',
  summary: 'Returns a simple XML document.',
  content: { type: 'application/xml', data: slideshowXml, description: 'A slide show.' },
  compare: {
    httpbin: ['different', 'The same elements with different text.'],
    'go-httpbin': ['different', 'The same elements with different text.'],
  },
});
