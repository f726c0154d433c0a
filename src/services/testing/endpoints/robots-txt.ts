import { textResponse } from '../../../http/message/response.ts';
import { endpoint } from '../context.ts';

export const robotsTxt = endpoint({
  path: '/robots.txt',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns the rules for robots.',
  responses: { 200: textResponse('The rules (RFC 9309).') },
  compare: {
    httpbin: ['same', 'Disallows `/deny`.'],
    'go-httpbin': ['same', 'Disallows `/deny`.'],
    httpbun: ['different', '`/mix` and `/run` do not exist here.'],
  },
  examples: [{ path: '/robots.txt', status: 200, answers: [['Content-Type', 'text/plain']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'text/plain']], 'User-agent: *\nDisallow: /deny\n');
  },
});
