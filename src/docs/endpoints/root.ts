import { htmlResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { answerPage } from '../pages/docs-page.ts';
import { homePage } from '../pages/home-page.ts';

export const home = endpoint({
  path: '/',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The home page: what this server does, with lines to copy and to try for every endpoint.',
  responses: { 200: htmlResponse('A page.'), 400: 'The Host field does not hold a host and a port.' },
  examples: [{ path: '/', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange, service }) {
    return answerPage(exchange, service, homePage);
  },
});
