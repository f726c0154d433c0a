import { utf8Stress } from '../assets/utf8-stress.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const encodingUtf8 = contentEndpoint({
  path: '/encoding/utf8',
  tag: 'Response formats',
  summary: 'Returns a page with difficult UTF-8 text.',
  content: {
    type: 'text/html; charset=utf-8',
    data: utf8Stress,
    description: 'Characters of all lengths, and several scripts and directions.',
  },
  compare: {
    httpbin: ['different', 'A different page with more difficult characters.'],
    'go-httpbin': ['different', 'A different page with more difficult characters.'],
  },
});
