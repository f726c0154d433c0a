import { htmlResponse } from '../../../http/message/response.ts';
import { utf8Stress } from '../assets/utf8-stress.ts';
import { endpoint } from '../context.ts';

export const encodingUtf8 = endpoint({
  path: '/encoding/utf8',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a page with difficult UTF-8 text.',
  responses: { 200: htmlResponse('Characters of all lengths, and several scripts and directions.') },
  compare: {
    httpbin: ['different', 'A different page with more difficult characters.'],
    'go-httpbin': ['different', 'A different page with more difficult characters.'],
  },
  examples: [
    { path: '/encoding/utf8', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] },
  ],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'text/html; charset=utf-8']], utf8Stress);
  },
});
