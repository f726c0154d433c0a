import { endpoint } from '../context.ts';
import { answerPage } from '../page.ts';

export const home = endpoint({
  path: '/',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The home page: what this server does, with a curl line for every endpoint.',
  responses: { 200: 'A page.' },
  examples: [{ path: '/', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange, service }) {
    return answerPage(exchange, service.version, service.services);
  },
});
