import { encodedEndpoint } from '../generation/encoded-view.ts';

export const deflate = encodedEndpoint({
  path: '/deflate',
  coding: 'deflate',
  member: 'deflated',
  summary: 'Returns the request as JSON, compressed with deflate in the zlib format.',
  compare: {
    httpbin: ['same', 'The zlib format, as RFC 9110 defines it.'],
    'go-httpbin': ['different', 'There is no `args` and no empty `url`.'],
  },
});
