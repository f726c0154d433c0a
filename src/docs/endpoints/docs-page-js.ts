import { CONDITIONAL, createRepresentation, sendRepresentation } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

export const pageScript = endpoint({
  path: '/docs/page.js',
  tag: 'Documentation',
  summary:
    'Returns the script of the pages, which searches the documentation, and copies and sends examples.',
  responses: { 200: textResponse('A script.', 'text/javascript'), ...CONDITIONAL },
  examples: [
    {
      path: '/docs/page.js',
      status: 200,
      responseFields: [['Content-Type', 'text/javascript; charset=utf-8']],
    },
  ],

  async handle({ exchange, service }) {
    const { text, brotli } = await service.loadScript();
    await sendRepresentation(exchange, createRepresentation(FIELDS, Buffer.from(text), brotli));
  },
});

const FIELDS = [
  ['Content-Type', 'text/javascript; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
