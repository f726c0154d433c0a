import { htmlResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { answerPage } from '../pages/docs-page.ts';
import { referencePage } from '../pages/reference-page.ts';

export const docs = endpoint({
  path: '/docs',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The reference: every endpoint of every service in full, on one page.',
  responses: { 200: htmlResponse('A page.'), 400: 'The Host field does not hold a host and a port.' },
  examples: [{ path: '/docs', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange, service }) {
    return answerPage(exchange, service, referencePage);
  },
});
