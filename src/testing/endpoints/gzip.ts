import { encodedEndpoint } from '../generation/encoded-view.ts';

export const gzip = encodedEndpoint({
  path: '/gzip',
  coding: 'gzip',
  member: 'gzipped',
  summary: 'Returns the request as JSON, compressed with gzip.',
  compare: {
    httpbin: ['same', 'Always compressed.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
});
