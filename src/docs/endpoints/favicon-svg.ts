import { textResponse } from '#http/message/response.ts';
import { ICON } from '#pages/logo.ts';
import { endpoint } from '../context/context.ts';

export const favicon = endpoint({
  path: '/favicon.svg',
  tag: 'Documentation',
  summary: 'Returns the icon of the pages.',
  responses: { 200: textResponse('An image.', 'image/svg+xml') },
  examples: [{ path: '/favicon.svg', status: 200, responseFields: [['Content-Type', 'image/svg+xml']] }],

  handle({ exchange }) {
    exchange.send(200, FIELDS, `${ICON}\n`);
  },
});

const FIELDS = [
  ['Content-Type', 'image/svg+xml'],
  ['Cache-Control', 'max-age=86400'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
