import { encodedEndpoint } from '../generation/encoded-view.ts';

export const brotli = encodedEndpoint({
  path: '/brotli',
  coding: 'br',
  member: 'brotli',
  summary: 'Returns the request as JSON, compressed with Brotli.',
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['better', 'A 501 there.'],
  },
});
