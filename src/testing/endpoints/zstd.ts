import { encodedEndpoint } from '../generation/encoded-view.ts';

export const zstd = encodedEndpoint({
  path: '/zstd',
  coding: 'zstd',
  member: 'zstd',
  summary: 'Returns the request as JSON, compressed with Zstandard.',
  compare: {
    httpcan: ['same', 'Always compressed, as `/gzip`.'],
  },
});
