import { textResponse } from '../../http/response.ts';
import { endpoint, toBaseUrl, toBaseUrls } from '../context.ts';
import { llmsText } from '../llms-text.ts';

export const llms = endpoint({
  path: '/llms.txt',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'Returns the documentation as plain text.',
  responses: { 200: textResponse('Markdown.'), 400: 'The Host header is not a valid host and port.' },
  examples: [{ path: '/llms.txt', status: 200, answers: [['Content-Type', 'text/plain; charset=utf-8']] }],

  handle({ exchange, service }) {
    exchange.send(200, FIELDS, llmsText(service, toBaseUrl(exchange), toBaseUrls(exchange, service)));
  },
});

const FIELDS = [
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
