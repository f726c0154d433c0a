import { mobyDickHtml } from '../assets/moby-dick.ts';
import { contentEndpoint } from '../generation/content-endpoint.ts';

export const html = contentEndpoint({
  path: '/html',
  tag: 'Response formats',
  summary: 'Returns a simple HTML document.',
  content: { type: 'text/html; charset=utf-8', data: mobyDickHtml, description: 'A passage of a novel.' },
  compare: {
    httpbin: ['different', 'The same heading with a different passage of the novel.'],
    'go-httpbin': ['different', 'The same heading with a different passage of the novel.'],
    httpbun: ['different', 'A passage of the novel, not a page that tries to run a script.'],
  },
});
