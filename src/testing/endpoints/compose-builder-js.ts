import { CONDITIONAL, createRepresentation, sendRepresentation } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import { loadBrowserScript } from '#pages/browser-script.ts';
import { endpoint } from '../request/context.ts';

export const builderScript = endpoint({
  path: '/compose/builder.js',
  tag: 'Composition',
  summary: 'Returns the script of `/compose/builder`.',
  responses: { 200: textResponse('A script.', 'text/javascript'), ...CONDITIONAL },
  compare: { new: 'A part of `/compose/builder`.' },
  examples: [
    {
      path: '/compose/builder.js',
      status: 200,
      responseFields: [['Content-Type', 'text/javascript; charset=utf-8']],
    },
  ],

  async handle({ exchange }) {
    const { text, brotli } = await loadBrowserScript('testing/builder');
    await sendRepresentation(exchange, createRepresentation(FIELDS, Buffer.from(text), brotli));
  },
});

const FIELDS = [
  ['Content-Type', 'text/javascript; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
