import { htmlResponse } from '../../../http/message/response.ts';
import { mobyDickHtml } from '../assets/moby-dick.ts';
import { endpoint } from '../context.ts';

export const html = endpoint({
  path: '/html',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a simple HTML document.',
  responses: { 200: htmlResponse('A passage of a novel.') },
  compare: {
    httpbin: ['different', 'The same heading with a different passage of the novel.'],
    'go-httpbin': ['different', 'The same heading with a different passage of the novel.'],
    httpbun: ['different', 'A passage of the novel, not a page that tries to run a script.'],
  },
  examples: [{ path: '/html', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'text/html; charset=utf-8']], mobyDickHtml);
  },
});
