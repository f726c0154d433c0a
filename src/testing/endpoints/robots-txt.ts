import { contentEndpoint } from '../generation/content-endpoint.ts';

export const robotsTxt = contentEndpoint({
  path: '/robots.txt',
  tag: 'Response formats',
  summary: 'Returns the rules for robots.',
  content: {
    type: 'text/plain',
    data: 'User-agent: *\nDisallow: /deny\n',
    description: 'The rules (RFC 9309).',
  },
  compare: {
    httpbin: ['same', 'Disallows `/deny`.'],
    'go-httpbin': ['same', 'Disallows `/deny`.'],
    httpbun: ['different', '`/mix` and `/run` do not exist here.'],
  },
});
