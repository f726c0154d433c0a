import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';

export const favicon = endpoint({
  path: '/favicon.svg',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'Returns the icon of the pages.',
  responses: { 200: textResponse('An image.', 'image/svg+xml') },
  examples: [{ path: '/favicon.svg', status: 200, answers: [['Content-Type', 'image/svg+xml']] }],

  handle({ exchange }) {
    exchange.send(200, FIELDS, ICON);
  },
});

const FIELDS = [
  ['Content-Type', 'image/svg+xml'],
  ['Cache-Control', 'max-age=86400'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

/** Two arrows: a request and its response. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#b3261e"/><g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M7 11.5h18l-4.5-4.5"/><path d="M25 20.5H7l4.5 4.5"/></g></svg>
`;
