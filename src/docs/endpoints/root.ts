import { htmlResponse } from '../../http/response.ts';
import { answerPage } from '../answer-page.ts';
import { endpoint } from '../context.ts';
import { homePage } from '../home-page.ts';

export const home = endpoint({
  path: '/',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The home page: what this server does, with lines to copy and to try for every endpoint.',
  responses: { 200: htmlResponse('A page.'), 400: 'The Host field does not hold a host and a port.' },
  compare: {
    httpbin: ['better', 'Works offline, and sends the requests to this server.'],
    'go-httpbin': ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    httpbun: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    httpcan: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    mockhttp: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
  },
  examples: [{ path: '/', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange, service }) {
    return answerPage(exchange, service, homePage);
  },
});
