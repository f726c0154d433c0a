import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { mark } from '../mark.ts';

export const favicon = endpoint({
  path: '/favicon.svg',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The mark of the house.',
  responses: { 200: textResponse('A picture.', 'image/svg+xml') },
  examples: [{ path: '/favicon.svg', status: 200, answers: [['Content-Type', 'image/svg+xml']] }],

  handle({ exchange }) {
    exchange.send(200, FIELDS, mark);
  },
});

const FIELDS = [
  ['Content-Type', 'image/svg+xml'],
  ['Cache-Control', 'max-age=86400'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
