import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';

export const pageScript = endpoint({
  path: '/docs/page.js',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'Returns the script of the pages, which filters endpoints and copies and sends examples.',
  responses: { 200: textResponse('A script.', 'text/javascript') },
  examples: [
    { path: '/docs/page.js', status: 200, answers: [['Content-Type', 'text/javascript; charset=utf-8']] },
  ],

  async handle({ exchange, service }) {
    exchange.send(200, FIELDS, await service.loadScript());
  },
});

/** The pages contain its hash, so a cached copy of an earlier version would not run. */
const FIELDS = [
  ['Content-Type', 'text/javascript; charset=utf-8'],
  ['Cache-Control', 'no-cache'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
